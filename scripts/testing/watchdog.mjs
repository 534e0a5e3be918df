// node watchdog.mjs FOLDER: waits until the test run that started it has ended or died, and cleans up after it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const folder = process.argv[2];
const ENDING_MS = 3_000;

// Ctrl+C is meant for the test run: the watchdog must survive it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.resume();
process.stdin.once('close', () => void clear());

async function clear() {
  const until = Date.now() + ENDING_MS;
  const atFirst = processesUsing(folder);
  // One that a test stopped where it was hears nothing else.
  for (const pid of atFirst) kill(pid, 'SIGCONT');
  // By the signals below it would wait for its clients, and then leave its shared memory, which is not in this folder.
  for (const pid of atFirst.filter(isPostgresServer)) kill(pid, 'SIGQUIT');
  for (let signal = 'SIGTERM'; ; signal = Date.now() < until ? 'SIGTERM' : 'SIGKILL') {
    const left = processesUsing(folder);
    if (left.length === 0) break;
    for (const pid of left) kill(pid, signal);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const at of mountedBelow(folder)) spawnSync('umount', ['--lazy', at], { stdio: 'inherit' });
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** File systems that a test mounted, the small disks of tests/cluster: what they contain would be removed, and they would stay. */
function mountedBelow(place) {
  if (!fs.existsSync('/proc/mounts')) return [];
  const mounted = fs
    .readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return mounted.filter((at) => at.startsWith(`${place}/`));
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** The processes that have the folder in their command line or environment, or as working directory. */
function processesUsing(place) {
  if (!fs.existsSync('/proc/self/environ')) return listedByPs(place);
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && pid !== process.ppid && uses(pid, place));
}

/** Whether it is the first process of a PostgreSQL server: the others call themselves 'postgres: ' and what they do. */
function isPostgresServer(pid) {
  const commandLine = read(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return /(^|\/)postgres$/.test(commandLine.split('\0')[0]);
}

function read(from) {
  try {
    return from();
  } catch {
    // The process has ended, or belongs to another user.
    return '';
  }
}

function uses(pid, place) {
  return (
    read(() => fs.readlinkSync(`/proc/${pid}/cwd`)).startsWith(place) ||
    read(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(place) ||
    read(() => fs.readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(place)
  );
}

function listedByPs(place) {
  const lines = spawnSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 64e6 }).stdout.split('\n');
  return lines
    .filter((line) => line.includes(place))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== process.pid && pid !== process.ppid);
}
