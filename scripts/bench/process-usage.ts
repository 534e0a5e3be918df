import fs from 'node:fs/promises';

/** The kernel's USER_HZ, which is 100 on every platform that Node supports. */
const TICK_MS = 10;

/** Milliseconds of CPU time, user and system, that all threads of a process used since it began (Linux). Exact to 10 ms. */
export async function readCpuMs(pid: number | undefined): Promise<number> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets, which may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resident memory of a process in bytes (Linux). */
export async function readMemoryBytes(pid: number | undefined): Promise<number> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

/** The flags that a Node process was started with. */
export async function readNodeFlags(pid: number): Promise<string[]> {
  const [, ...args] = (await fs.readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  return args.slice(
    0,
    args.findIndex((arg) => !arg.startsWith('-')),
  );
}
