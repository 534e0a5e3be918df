// Measures how fast this machine currently is, so that a budget of CPU time means the same on any machine.
import { createHash } from 'node:crypto';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { runMeasured } from './run-measured.mjs';

/** CPU seconds per core that the work below takes on the machine that the budgets were set on. */
const REFERENCE_SECONDS = 1.1;

/**
 * Does the same work on all cores at once, because they are all busy while tests run.
 * @param node the Node executable that runs the tests
 * @returns {Promise<number>} how many times longer it takes here than on the machine that the budgets were set on
 */
export async function calibrate(node) {
  const { cpu } = await runMeasured(node, [fileURLToPath(import.meta.url)], { env: process.env });
  return cpu / os.availableParallelism() / REFERENCE_SECONDS;
}

/** Hashing, objects, text: the typical work of tests and sites. */
function work() {
  let text = 'kiddo';
  const counts = new Map();
  for (let round = 0; round < 140_000; round++) {
    text = createHash('sha256').update(text.repeat(8)).digest('hex');
    for (const part of text.match(/.{4}/g) ?? []) counts.set(part, (counts.get(part) ?? 0) + 1);
    if (counts.size > 5_000) counts.clear();
    JSON.parse(JSON.stringify({ text, list: text.split('a'), round }));
  }
}

if (!isMainThread) work();
else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const workers = Array.from({ length: os.availableParallelism() }, () => new Worker(fileURLToPath(import.meta.url)));
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
}
