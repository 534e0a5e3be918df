// The summary at the end of a test run.
import { stripVTControlCharacters } from 'node:util';

/** A layer fails when it exceeds its budget by more than this factor. */
const OVER = 1.5;

/** At most this many lines of an error are repeated: the full error is in the test's output. */
const ERROR_LINES = 30;

/**
 * @param {{ title: string, wall: number, cpu: number, passed: number, failed: number, budget: number | null,
 *   failures: { name: string, error: string }[] }[]} results of each layer: seconds that passed, seconds of processor time, numbers of
 *   tests; a budget in seconds of processor time on this machine, null where none holds; the tests that failed
 * @returns {{ lines: string[], ok: boolean }} what failed (a log is often kept only by its end), a line for each layer and, at the end,
 *   one that any tool can read
 */
export function formatReport(results) {
  const isOver = ({ cpu, budget }) => budget !== null && cpu > budget * OVER;
  const failures = results.flatMap(({ title, failures: ofLayer }) => ofLayer.flatMap((failure) => failureLines(title, failure)));
  const lines = results.map((result) => {
    const { title, wall, cpu, passed, failed, budget } = result;
    const counts = `${column(passed)} passed ${column(failed)} failed ${column(wall)} s, processor ${column(cpu)} s`;
    const limit = budget === null ? '' : ` of ${Math.round(budget)}`;
    return `${title.padEnd(24)}${counts}${limit}${isOver(result) ? ': OVER BUDGET (scripts/testing/layers.mjs)' : ''}`;
  });
  const sum = (key) => results.reduce((all, each) => all + each[key], 0);
  const failed = sum('failed') + results.filter(isOver).length;
  return {
    lines: [...failures, ...lines, `${Math.round(sum('wall'))} s in all`, '', `${sum('passed')} passed, ${failed} failed`],
    ok: failed === 0,
  };
}

/**
 * How fast the machine is while tests run, of several measurements: one of many happens to be far off.
 * @param {number[]} speeds at least one
 */
export function medianOf(speeds) {
  const sorted = speeds.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function failureLines(title, { name, error }) {
  const lines = stripVTControlCharacters(error).trim().split('\n');
  const more = lines.length - ERROR_LINES;
  return [
    `FAILED in ${title}: ${name}`,
    ...lines.slice(0, ERROR_LINES).map((line) => `  ${line}`.trimEnd()),
    ...(more > 0 ? [`  ... (${more} more lines)`] : []),
    '',
  ];
}

function column(value) {
  return String(Math.round(value)).padStart(5);
}
