import fs from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Reports to `npm test` (scripts/test.mjs) how many tests ran and which failed. Otherwise there is no file to write to. */
export default class VitestCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['TEST_COUNTS'];
    if (!file) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failures = [
      // A file that cannot be read has no tests, but counts as a failure.
      ...modules.flatMap((module) => (module.errors().length > 0 ? [{ name: nameOf(module), error: textOf(module.errors()) }] : [])),
      ...tests.flatMap((test) => {
        const { state, errors } = test.result();
        return state === 'failed' ? [{ name: `${nameOf(test.module)} › ${test.fullName}`, error: textOf(errors) }] : [];
      }),
      ...unhandled.map((error) => ({ name: 'outside of a test', error: textOf([error]) })),
    ];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    fs.writeFileSync(file, JSON.stringify({ passed, failed: failures.length, failures }));
  }
}

function nameOf(module: TestModule): string {
  return path.relative(process.cwd(), module.moduleId);
}

function textOf(errors: readonly { message: string; stack?: string | undefined; diff?: string | undefined }[]): string {
  return errors.map(({ message, stack, diff }) => [message, diff, stack?.replace(message, '')].filter(Boolean).join('\n')).join('\n\n');
}
