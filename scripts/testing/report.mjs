// What a test run says at its end.

/** Over its budget by more than this a layer fails. */
const OVER = 1.5;

/**
 * @param {{ title: string, wall: number, cpu: number, passed: number, failed: number, budget: number | null }[]} results of each layer:
 *   seconds that passed, seconds of processor time, numbers of tests; a budget in seconds of processor time on this machine, null where
 *   none holds
 * @returns {{ lines: string[], ok: boolean }} a line for each layer and, at the end, one that any tool can read
 */
export function reportOf(results) {
  const isOver = ({ cpu, budget }) => budget !== null && cpu > budget * OVER;
  const lines = results.map((result) => {
    const { title, wall, cpu, passed, failed, budget } = result;
    const counts = `${column(passed)} passed ${column(failed)} failed ${column(wall)} s, processor ${column(cpu)} s`;
    const limit = budget === null ? '' : ` of ${Math.round(budget)}`;
    return `${title.padEnd(24)}${counts}${limit}${isOver(result) ? ': OVER BUDGET (scripts/testing/layers.mjs)' : ''}`;
  });
  const sum = (key) => results.reduce((all, each) => all + each[key], 0);
  const failed = sum('failed') + results.filter(isOver).length;
  return {
    lines: [...lines, `${Math.round(sum('wall'))} s in all`, '', `${sum('passed')} passed, ${failed} failed`],
    ok: failed === 0,
  };
}

function column(value) {
  return String(Math.round(value)).padStart(5);
}
