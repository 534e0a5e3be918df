// Runs one part of a test run, and says what it cost.
import { spawn } from 'node:child_process';
import { watchCpuTime } from './cpu-time.mjs';

/** What runs now: it is told when the run is broken off. */
let running;

/**
 * Runs a program in a process group of its own.
 * @returns {Promise<{ code: number, wall: number, cpu: number }>} its exit code, seconds that passed, and seconds of processor time of
 *   it and of all that it started and waited for
 */
export function runMeasured(command, args, options) {
  const started = process.hrtime.bigint();
  // The shell outlives a signal, so that it can still say what its program took. Nobody else gets the line that it says it on: whoever
  // is left behind would hold it open.
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
      // Each of the two misses something: processes that live for a moment, and those that nobody waited for.
      const cpu = Math.max(cpuOf(times), endWatch?.() ?? 0);
      resolve({ code: signal ? 1 : (code ?? 1), wall, cpu });
    });
  });
}

/** Passes a signal on to what runs now, if something does. */
export function signalRunning(signal) {
  if (running?.pid !== undefined) process.kill(-running.pid, signal);
}

/** The second line of what the shell's `times` prints: minutes and seconds for the program, and for the system on its behalf. */
function cpuOf(times) {
  const [, ofChildren = ''] = times.split('\n');
  return [...ofChildren.matchAll(/(\d+)m([\d.,]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}
