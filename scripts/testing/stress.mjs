// Keeps every core busy during the tests, so that tests which only pass on an idle machine fail.
import { spawn } from 'node:child_process';
import os from 'node:os';

/** Starts one busy loop per core. @returns a function that ends them */
export function startStress(node) {
  // The loops check regularly whether the process that started them is still alive.
  const loop = `const parent = process.ppid; for (;;) { const until = Date.now() + 500; while (Date.now() < until); if (process.ppid !== parent) break; }`;
  const loops = Array.from({ length: os.availableParallelism() }, () => spawn(node, ['-e', loop], { stdio: 'ignore' }));
  return async () => {
    const ended = loops.map((each) => new Promise((resolve) => each.once('close', resolve)));
    for (const each of loops) each.kill('SIGKILL');
    await Promise.all(ended);
  };
}
