// CPU time of a process and all its descendants, on Linux. The shell's `times` leaves out processes that nobody waits for, and those are
// most of a browser.
import fs from 'node:fs';

const SAMPLE_MS = 500;
/** The kernel's USER_HZ, which is 100 on every platform that Node supports. */
const TICKS_A_SECOND = 100;

/**
 * Samples the processes and their CPU time twice a second. CPU time after the last sample is not counted.
 * @param {number} root process id
 * @returns a function that stops the sampling and returns the seconds; null when there is no /proc
 */
export function watchCpuTime(root) {
  if (!fs.existsSync('/proc/self/stat')) return null;
  /** By process id and start time, because process ids are reused. */
  const used = new Map();
  let family = new Set([root]);
  const look = () => {
    const all = fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readStat);
    const there = new Map(all.map((each) => [each.pid, each]));
    const found = new Set([...family].filter((pid) => there.has(pid)));
    const children = new Map();
    for (const each of all) children.set(each.parent, [...(children.get(each.parent) ?? []), each.pid]);
    // Iteration over a Set also visits items added meanwhile, in insertion order.
    for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child);
    for (const pid of found) {
      const { start, ticks } = there.get(pid);
      used.set(`${pid} ${start}`, ticks);
    }
    // A process stays in the family after its parent has ended.
    family = found;
  };
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    look();
    return [...used.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS_A_SECOND;
  };
}

function readStat(name) {
  let text;
  try {
    text = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
  } catch {
    // The process has ended.
    return [];
  }
  // The second field is the program's name in brackets, which may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]), start: fields[19] }];
}
