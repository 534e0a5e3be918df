// Keeps every core busy beside the tests: what only passes on a quiet machine fails.
import { spawn } from 'node:child_process';
import os from 'node:os';

/** Starts as many busy loops as there are cores. @returns what ends them */
export function startStress(node) {
  // They look now and then whether who started them still lives.
  const loop = `const parent = process.ppid; for (;;) { const until = Date.now() + 500; while (Date.now() < until); if (process.ppid !== parent) break; }`;
  const loops = Array.from({ length: os.availableParallelism() }, () => spawn(node, ['-e', loop], { stdio: 'ignore' }));
  return async () => {
    const ended = loops.map((each) => new Promise((resolve) => each.once('close', resolve)));
    for (const each of loops) each.kill('SIGKILL');
    await Promise.all(ended);
  };
}
