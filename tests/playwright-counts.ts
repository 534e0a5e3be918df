import fs from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

/** Reports to `npm test` (scripts/test.mjs) how many tests ran and which failed. Otherwise there is no file to write to. */
export default class PlaywrightCounts implements Reporter {
  private passed = 0;
  private readonly failures: { name: string; error: string }[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) this.passed++;
    else if (result.status !== 'skipped') {
      const name = `[${test.parent.project()?.name ?? ''}] ${path.basename(test.location.file)}:${test.location.line} › ${test.titlePath().slice(3).join(' › ')}`;
      this.failures.push({
        name,
        error: result.errors.map(({ stack, message, snippet }) => [stack ?? message, snippet].join('\n')).join('\n\n'),
      });
    }
  }

  /** Errors outside of a test: a site that does not start, a file that cannot be read. */
  onError(error: TestError): void {
    this.failures.push({ name: 'outside of a test', error: error.stack ?? error.message ?? '' });
  }

  onEnd(): void {
    const file = process.env['TEST_COUNTS'];
    if (file) fs.writeFileSync(file, JSON.stringify({ passed: this.passed, failed: this.failures.length, failures: this.failures }));
  }
}
