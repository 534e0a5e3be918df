import fs from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Tells `npm test` how many tests ran (scripts/test.mjs); by itself it tells nobody. */
export default class VitestCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env['TEST_COUNTS'];
    if (!file) return;
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    // A file that cannot be read has no tests, and is a failure all the same.
    const unread = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string) => states.filter((each) => each === state).length;
    fs.writeFileSync(file, JSON.stringify({ passed: count('passed'), failed: count('failed') + unread }));
  }
}
