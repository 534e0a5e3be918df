import { writeSync } from 'node:fs';

/** Says what is not tested on this machine, and why: also where all tests pass, when Vitest hides what they wrote. */
export function reportSkipped(what: string, why: string): void {
  writeSync(1, `   ${what}: skipped, because ${why}\n`);
}
