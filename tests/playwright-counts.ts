import fs from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Tells `npm test` how many tests ran (scripts/test.mjs); by itself it tells nobody. */
export default class PlaywrightCounts implements Reporter {
  private passed = 0;
  private failed = 0;

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) this.passed++;
    else if (result.status !== 'skipped') this.failed++;
  }

  onEnd(): void {
    const file = process.env['TEST_COUNTS'];
    if (file) fs.writeFileSync(file, JSON.stringify({ passed: this.passed, failed: this.failed }));
  }
}
