// Runs one part of a test run and measures its cost.
import { spawn } from 'node:child_process';
import { watchCpuTime } from './cpu-time.mjs';

/** The running child process: it receives the signal when the run is aborted. */
let running;

/**
 * Runs a program in its own process group.
 * @returns {Promise<{ code: number, wall: number, cpu: number }>} its exit code, elapsed seconds, and CPU seconds of the program and its
 * descendants
 */
export function runMeasured(command, args, options) {
  const started = process.hrtime.bigint();
  // The shell survives a signal, so that it can still print the CPU time of its program. Only the shell gets file descriptor 3: a process
  // left behind would keep it open.
  const script = 'trap : INT TERM; "$@" 3>&-; code=$?; times >&3; exit $code';
  const child = spawn('/bin/sh', ['-c', script, 'sh', command, ...args], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    detached: true,
  });
  running = child;
  const endWatch = child.pid === undefined ? null : watchCpuTime(child.pid);
  let times = '';
  child.stdio[3].on('data', (chunk) => (times += String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      endWatch?.();
      reject(error);
    });
    child.once('close', (code, signal) => {
      running = undefined;
      const wall = Number(process.hrtime.bigint() - started) / 1e9;
      // Each method misses something: very short-lived processes, and those that nobody waits for.
      const cpu = Math.max(cpuOf(times), endWatch?.() ?? 0);
      resolve({ code: signal ? 1 : (code ?? 1), wall, cpu });
    });
  });
}

/** Sends a signal to the running process, if there is one. */
export function signalRunning(signal) {
  if (running?.pid !== undefined) process.kill(-running.pid, signal);
}

/** Parses the second line of the shell's `times`: minutes and seconds of the children, in user and in system mode. */
function cpuOf(times) {
  const [, ofChildren = ''] = times.split('\n');
  return [...ofChildren.matchAll(/(\d+)m([\d.,]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}
