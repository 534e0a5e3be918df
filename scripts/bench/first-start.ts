import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from '../free-ports.ts';
import { calibrate } from '../testing/calibration.mjs';
import { describeMachine, formatTable, percentile, saveSection } from './report.ts';
import { measureStart } from './start.ts';

// What the demo world adds to the first start: `npm start` on an empty data folder with and without it, once everything is installed and
// built.

/** In turns, because the machine's speed changes over minutes. */
const PAIRS = 3;
/** What it may add, in milliseconds. */
const ADDED_MAX = 2000;

type Measured = Awaited<ReturnType<typeof measureStart>>;

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const [port = 0, gamesPort = 0] = await freePorts(2);
  const env = { ...process.env, PORT: String(port), GAMES_PORT: String(gamesPort), LOG_LEVEL: 'warn' };
  const measured = { yes: [] as Measured[], no: [] as Measured[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const world of ['yes', 'no'] as const) {
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-first-start-'));
      measured[world].push(await measureStart({ ...env, DATA_DIR: folder, DEMO_WORLD: world }, port));
      await fs.rm(folder, { recursive: true, force: true });
    }
  }
  // As for the budgets of the tests: the target is meant for the reference machine.
  const slowness = await calibrate(process.execPath);
  const row = (name: string, of: (one: Measured) => number) => {
    const [withIt, without] = [percentile(measured.yes.map(of), 0.5), percentile(measured.no.map(of), 0.5)];
    const added = (withIt - without) / slowness;
    const metric = `${name} that the demo world adds, median of ${PAIRS} starts (${seconds(withIt)} with it, ${seconds(without)} without, divided by ${slowness.toFixed(2)})`;
    return { metric, measured: seconds(added), target: seconds(ADDED_MAX), ok: added <= ADDED_MAX };
  };
  const rows = [row('time to the first page', ({ start }) => start), row('processor time of all processes', ({ cpu }) => cpu)];
  const day = new Date().toISOString().slice(0, 10);
  const load = os.loadavg()[0]?.toFixed(1);
  const text = [
    '## first-start',
    `${describeMachine()}. One run on ${day}, at a load of ${load}: ${slowness.toFixed(2)} times as slow as the machine of the tests' budgets.`,
    formatTable(rows),
  ].join('\n\n');
  process.stdout.write(`\n${text}\n`);
  if (write) await saveSection('first-start', text);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
