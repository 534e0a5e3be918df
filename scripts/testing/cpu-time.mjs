// Processor time of a process and of all that come from it, on Linux. What a shell's `times` says leaves out whoever is not waited for,
// and that is most of a browser.
import fs from 'node:fs';

const SAMPLE_MS = 500;
/** Of the kernel: USER_HZ, which is 100 on every platform that Node runs on. */
const TICKS_A_SECOND = 100;

/**
 * Looks twice a second who is there and what they have used. What somebody uses after the last look is not counted.
 * @param {number} root process id
 * @returns what ends it and gives the seconds; null where there is no /proc
 */
export function watchCpuTime(root) {
  if (!fs.existsSync('/proc/self/stat')) return null;
  /** By process id and start: a process id may come again. */
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
    // A set is walked in the order of adding, also what is added meanwhile.
    for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child);
    for (const pid of found) {
      const { start, ticks } = there.get(pid);
      used.set(`${pid} ${start}`, ticks);
    }
    // Whoever belonged to it once does so also after its parent is gone.
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
    // It is gone.
    return [];
  }
  // The second field is the program's name in brackets, which may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]), start: fields[19] }];
}
