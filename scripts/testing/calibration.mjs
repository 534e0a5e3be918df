// Measures how fast this machine currently is, so that a budget of CPU time means the same on any machine.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { medianOf } from './report.mjs';
import { runMeasured } from './run-measured.mjs';

const FILE = fileURLToPath(import.meta.url);

const ROUNDS = 140_000;
/** CPU seconds per core that so many rounds of the work below, on all cores, take on the machine that the budgets were set on. */
const REFERENCE_SECONDS = 1.1;

const SAMPLE_ROUNDS = 28_000;
/** CPU seconds that a sample takes on that machine, while one layer runs beside it. */
const SAMPLE_SECONDS = 0.16;
/** So the samples cost a layer less than one percent of two cores. */
const SAMPLE_PAUSE_MS = 10_000;

/**
 * Does the same work on all cores at once.
 * @param node the Node executable that runs the tests
 * @returns {Promise<number>} how many times longer it takes here than on the machine that the budgets were set on
 */
export async function calibrate(node) {
  const { cpu } = await runMeasured(node, [FILE, 'all-cores'], { env: process.env });
  return cpu / os.availableParallelism() / REFERENCE_SECONDS;
}

/**
 * Measures again and again beside what is running. A machine whose cores are shared is faster in one minute than in the next, and a core
 * does less in a second while its neighbour is busy: only samples taken during a layer say what its seconds were worth.
 * @param node the Node executable that runs the tests
 * @returns {() => Promise<number>} ends it; how many times longer work took meanwhile than on the machine that the budgets were set on:
 *   the median of the samples, at least one
 */
export function startCalibration(node) {
  const child = spawn(node, [FILE, 'samples'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  const first = new Promise((resolve) => child.stdout.on('data', (chunk) => void ((text += String(chunk)).includes('\n') && resolve())));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return async () => {
    await Promise.race([first, ended]);
    child.kill('SIGKILL');
    await ended;
    const samples = text.split('\n').slice(0, -1).map(Number);
    if (samples.length === 0) throw new Error('The calibration ended before it measured anything.');
    return medianOf(samples);
  };
}

/** Hashing, objects, text: the typical work of tests and sites. */
function work(rounds) {
  let text = 'kiddo';
  const counts = new Map();
  for (let round = 0; round < rounds; round++) {
    text = createHash('sha256').update(text.repeat(8)).digest('hex');
    for (const part of text.match(/.{4}/g) ?? []) counts.set(part, (counts.get(part) ?? 0) + 1);
    if (counts.size > 5_000) counts.clear();
    JSON.parse(JSON.stringify({ text, list: text.split('a'), round }));
  }
}

/** Prints one sample a line, until the process that asked for them is gone. */
function printSamples() {
  const parent = process.ppid;
  // What is compiled while it runs costs more the first time.
  work(SAMPLE_ROUNDS);
  const next = () => {
    if (process.ppid !== parent) process.exit();
    const before = process.cpuUsage();
    work(SAMPLE_ROUNDS);
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(`${((user + system) / 1e6 / SAMPLE_SECONDS).toFixed(3)}\n`);
    setTimeout(next, SAMPLE_PAUSE_MS);
  };
  next();
}

if (!isMainThread) work(ROUNDS);
else if (process.argv[1] === FILE && process.argv[2] === 'samples') printSamples();
else if (process.argv[1] === FILE) {
  const workers = Array.from({ length: os.availableParallelism() }, () => new Worker(FILE));
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
}
