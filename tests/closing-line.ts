import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Ends the browser tests with one plain line that any tool can read. */
export default class ClosingLine implements Reporter {
  private passed = 0;
  private failed = 0;

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) this.passed++;
    else if (result.status !== 'skipped') this.failed++;
  }

  onEnd(): void {
    process.stdout.write(`\nbrowser: ${this.passed} passed, ${this.failed} failed\n`);
  }
}
