import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '../free-ports.ts';
import { watchCpuTime } from '../testing/cpu-time.mjs';
import { saveSection, describeMachine, percentile, formatTable, type BenchmarkRow } from './report.ts';

// How long `npm start` takes from the command to the first page once everything is installed, built and seeded, and how long it takes to
// stop after a signal.

const root = path.resolve(import.meta.dirname, '../..');
const TIMES = 5;

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-start-'));
  const [port = 0, gamesPort = 0] = await freePorts(2);
  const env = { ...process.env, PORT: String(port), GAMES_PORT: String(gamesPort), DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const starts: number[] = [];
  const ends: number[] = [];
  const first = await measureStart(env, port);
  for (let i = 0; i < TIMES; i++) {
    const { start, end } = await measureStart(env, port);
    starts.push(start);
    ends.push(end);
  }
  await fs.rm(folder, { recursive: true, force: true });
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const lines: BenchmarkRow[] = [
    {
      metric: `first page after a second \`npm start\`, slowest of ${TIMES} (median ${seconds(percentile(starts, 0.5))}; on an empty data folder ${seconds(first.start)})`,
      measured: seconds(Math.max(...starts)),
      target: '3 s',
      ok: Math.max(...starts) <= 3000,
    },
    {
      metric: `from SIGTERM to the end, database included, slowest of ${TIMES}`,
      measured: seconds(Math.max(...ends)),
      target: '5 s',
      ok: Math.max(...ends) <= 5000,
    },
  ];
  const text = ['## start', `${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}.`, formatTable(lines)].join('\n\n');
  process.stdout.write(`\n${text}\n`);
  if (write) await saveSection('start', text);
}

/**
 * Starts and stops once. @returns milliseconds until the first page, of processor time until then (not a number without /proc), and from
 * the signal to the end
 */
export async function measureStart(env: NodeJS.ProcessEnv, port: number): Promise<{ start: number; cpu: number; end: number }> {
  const began = performance.now();
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const stopWatching = watchCpuTime(npm.pid as number);
  const exited = new Promise((resolve) => npm.once('exit', resolve));
  for (;;) {
    const ok = await fetch(`http://localhost:${port}/`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const start = performance.now() - began;
  const cpu = (stopWatching?.() ?? Number.NaN) * 1000;
  const signalledAt = performance.now();
  process.kill(-(npm.pid as number), 'SIGTERM');
  await exited;
  return { start, cpu, end: performance.now() - signalledAt };
}
