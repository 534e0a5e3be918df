import { fork, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/config.server.ts';
import { createAppContext } from '../../src/context.server.ts';
import { freePort } from '../free-ports.ts';
import { makePlayers, type Player } from './players.ts';
import { readCpuMs, readMemoryBytes } from './process-usage.ts';
import { describeMachine, formatTable, percentile, saveSection, type BenchmarkRow } from './report.ts';
import { startSite, type SiteProcess } from './site-process.ts';
import type { TabsOrder, TabsReport } from './tabs-process.ts';

// 20,000 open tabs on one process: what they cost while nothing happens, and how all of them come back after a restart.
//
// [BENCH_REDIS=yes] npm run bench -- sockets [--write]
//
// With BENCH_REDIS=yes the process has its bus through a redis-server of its own, as one of several would; otherwise it is alone.

const TABS_MAX = 20_000;
/** Open files of the server beside its tabs: the database, pages, files. */
const OTHER_FILES = 250;
const TAB_PROCESSES = 4;
/** Longer than every interval of the live connection: one of each is in it (src/server/live/timing.ts). */
const IDLE_MS = 70_000;
const HOME_PER_SECOND = 20;
const STORM_MAX_MS = 120_000;

const MEMORY_MAX_BYTES = 2 ** 30;
const IDLE_CPU_MAX = 0.05;
const STORM_TARGET_MS = 60_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-sockets-'));
  const ctx = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), { migrations: path.join(root, 'migrations') });
  const processes: ChildProcess[] = [];
  const redis = process.env['BENCH_REDIS'] === 'yes' ? await startRedis() : null;
  const env = { ROLES: 'web,live', ...(redis && { REDIS_URL: redis.url }) };
  const bus = redis || process.env['REDIS_URL'] ? 'through Redis' : 'in memory, of one process alone';
  let site = await startSite(ctx, env);
  try {
    const count = Math.min(Number(process.env['BENCH_TABS'] ?? TABS_MAX), (await readFileLimit(site.server.pid)) - OTHER_FILES);
    const players = await makePlayers(ctx, count);
    const crowd = openCrowd(site, players, processes);
    const before = await readMemoryBytes(site.server.pid);
    const openedMs = await waitForAll(crowd, count, STORM_MAX_MS);
    await sleep(5_000);
    const idle = await measureIdle(site);
    const memory = await readMemoryBytes(site.server.pid);
    const { port } = site;
    const failedBefore = crowd().failed;
    await site.stop();
    const stoppedAt = performance.now();
    site = await startSite(ctx, { ...env, PORT: String(port) });
    const startMs = performance.now() - stoppedAt;
    const storm = await measureStorm(site, players[0] as Player, crowd, count);
    const stormMemory = await readMemoryBytes(site.server.pid);
    const figures = { count, before, openedMs, idle, memory, startMs, stormMemory, ...storm, failed: crowd().failed - failedBefore };
    const text = `## sockets\n\n${describeMachine()}, bus ${bus}. One run on ${new Date().toISOString().slice(0, 10)}. The tabs' other ends and PostgreSQL ran on the same machine${count < TABS_MAX ? `, whose limit of open files of a process allows for ${count.toLocaleString('en')} tabs` : ''}.\n\n${formatTable(toRows(figures))}`;
    process.stdout.write(`${text}\n`);
    if (write) await saveSection('sockets', text);
  } finally {
    for (const tabs of processes) tabs.disconnect();
    await site.stop();
    redis?.stop();
    await ctx.close();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

/** A redis-server without persistence, on a free port. @throws if it does not run */
async function startRedis(): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', os.tmpdir()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Also when the site does not start.
  process.once('exit', () => server.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('Ready to accept connections')) resolve();
    });
    server.once('error', () => reject(new Error('this benchmark needs redis-server (Debian: apt-get install redis-server)')));
    server.once('exit', () => reject(new Error(`redis-server ended: ${output}`)));
  });
  return { url: `redis://127.0.0.1:${port}`, stop: () => server.kill('SIGKILL') };
}

/** Opens tabs from several processes. @returns a function that sums up their last reports */
function openCrowd({ origin, port }: SiteProcess, players: Player[], processes: ChildProcess[]): () => TabsReport {
  const reports: TabsReport[] = [];
  const share = Math.ceil(players.length / TAB_PROCESSES);
  for (let i = 0; i < TAB_PROCESSES; i++) {
    const tabs = fork(path.join(import.meta.dirname, 'tabs-process.ts'));
    const cookies = players.slice(i * share, (i + 1) * share).map(({ cookie }) => cookie);
    tabs.on('message', (report: TabsReport) => (reports[i] = report));
    tabs.send({ origin, url: `ws://127.0.0.1:${port}/live`, cookies, first: i * share } satisfies TabsOrder);
    processes.push(tabs);
  }
  return () => reports.reduce((sum, { open, failed }) => ({ open: sum.open + open, failed: sum.failed + failed }), { open: 0, failed: 0 });
}

/** @returns milliseconds until all tabs are open; NaN if they are not in time */
async function waitForAll(crowd: () => TabsReport, count: number, maxMs: number): Promise<number> {
  const begun = performance.now();
  while (crowd().open < count) {
    if (performance.now() - begun > maxMs) return Number.NaN;
    await sleep(50);
  }
  return performance.now() - begun;
}

/** The share of a core that a server needs while nothing happens, and how long the slowest request waits meanwhile, in milliseconds. */
async function measureIdle({ server, origin }: SiteProcess): Promise<{ busy: number; slowestMs: number }> {
  const [before, begun] = [await readCpuMs(server.pid), performance.now()];
  let slowestMs = 0;
  let asked = 0;
  while (performance.now() - begun < IDLE_MS) {
    slowestMs = Math.max(slowestMs, await ask(`${origin}/livez`));
    asked++;
    await sleep(100);
  }
  const elapsed = performance.now() - begun;
  const cpu = (await readCpuMs(server.pid)) - before;
  // What the requests themselves cost is not idle.
  const each = await measureAskCost(server.pid, `${origin}/livez`);
  return { busy: Math.max(0, cpu - asked * each) / elapsed, slowestMs };
}

async function measureAskCost(pid: number | undefined, url: string): Promise<number> {
  const times = 1_000;
  const before = await readCpuMs(pid);
  for (let i = 0; i < times; i++) await ask(url);
  return ((await readCpuMs(pid)) - before) / times;
}

type Storm = { stormMs: number; home: number[]; homeRefused: number; stormCpuMs: number };

/** The home page of a player is requested until all tabs are back, and for 5 seconds at least. */
async function measureStorm({ server, origin }: SiteProcess, { cookie }: Player, crowd: () => TabsReport, count: number): Promise<Storm> {
  const before = await readCpuMs(server.pid);
  const home: number[] = [];
  let homeRefused = 0;
  const state = { isOver: false };
  const running: Promise<void>[] = [];
  const requests = (async () => {
    while (!state.isOver) {
      const request = ask(`${origin}/`, { cookie }).then(
        (ms) => void home.push(ms),
        () => void homeRefused++,
      );
      running.push(request);
      await sleep(1000 / HOME_PER_SECOND);
    }
  })();
  const stormMs = await waitForAll(crowd, count, STORM_MAX_MS);
  state.isOver = true;
  await requests;
  await Promise.all(running);
  return { stormMs, home, homeRefused, stormCpuMs: (await readCpuMs(server.pid)) - before };
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** @returns milliseconds of one request. @throws if it is not answered with 200 */
function ask(url: string, headers: Record<string, string> = {}): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (answer) => {
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(performance.now() - begun) : reject(new Error(String(answer.statusCode))),
      );
      answer.resume();
    });
    request.on('error', reject);
  });
}

type Figures = Storm & {
  count: number;
  before: number;
  openedMs: number;
  idle: { busy: number; slowestMs: number };
  memory: number;
  startMs: number;
  stormMemory: number;
  failed: number;
};

function toRows(figures: Figures): BenchmarkRow[] {
  const { count, before, openedMs, idle, memory, startMs, stormMemory, stormMs, home, homeRefused, stormCpuMs, failed } = figures;
  const toMb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
  const many = count.toLocaleString('en');
  return [
    {
      metric: `${many} tabs connect, each with its session, 200 at once`,
      measured: `${(openedMs / 1000).toFixed(1)} s`,
      target: '',
      ok: true,
    },
    {
      metric: `memory of the process with ${many} tabs (before: ${toMb(before)})`,
      measured: `${toMb(memory)}, ${((memory - before) / count / 1024).toFixed(1)} KB a tab`,
      target: '1,024 MB',
      ok: memory <= MEMORY_MAX_BYTES,
    },
    {
      metric: `processor time while nothing happens, over ${IDLE_MS / 1000} s, in which everything that is done at intervals happens at least once`,
      measured: `${(idle.busy * 100).toFixed(1)} % of a core`,
      target: '5 %',
      ok: idle.busy <= IDLE_CPU_MAX,
    },
    { metric: 'the longest that a request of /livez waits meanwhile', measured: `${idle.slowestMs.toFixed(0)} ms`, target: '', ok: true },
    {
      metric: `after a restart: from ready to all ${many} tabs connected (the start took ${(startMs / 1000).toFixed(1)} s; attempts that failed: ${failed})`,
      measured: Number.isNaN(stormMs) ? `not within ${STORM_MAX_MS / 1000} s` : `${(stormMs / 1000).toFixed(1)} s`,
      target: '60 s',
      ok: stormMs <= STORM_TARGET_MS,
    },
    {
      metric: `home page of a player meanwhile, ${HOME_PER_SECOND} a second: p50, p95 (refused: ${homeRefused} of ${home.length + homeRefused})`,
      measured: `${percentile(home, 0.5).toFixed(0)} ms, ${percentile(home, 0.95).toFixed(0)} ms`,
      target: 'served',
      ok: homeRefused === 0,
    },
    {
      metric: 'processor time of the process for the return of all, a tab',
      measured: `${(stormCpuMs / count).toFixed(2)} ms; memory ${toMb(stormMemory)}`,
      target: '1,024 MB',
      ok: stormMemory <= MEMORY_MAX_BYTES,
    },
  ];
}

/** How many files a process may have open (Linux). */
async function readFileLimit(pid: number | undefined): Promise<number> {
  const limits = await fs.readFile(`/proc/${pid}/limits`, 'utf8');
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}
