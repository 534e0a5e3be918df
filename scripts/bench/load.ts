import { randomUUID } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config.server.ts';
import { createAppContext, type AppContext } from '../../src/context.server.ts';
import { readCpuMs, readMemoryBytes } from './process-usage.ts';
import { befriend } from './chat-opening.ts';
import { makePlayers, type Player } from './players.ts';
import { saveSection, describeMachine, percentile, formatTable, type BenchmarkRow } from './report.ts';
import { freePorts } from '../free-ports.ts';
import { waitUntilUp } from './wait-until-up.ts';
import { openSockets } from './sockets.ts';

// A busy site on one process: signed-in pages and their data, visitors, messages and open tabs. First what the process can do, then minutes
// at half of that, then three times as much as it can do.
// npm run bench -- load [--seconds=N] [--write]: N seconds at half of the capacity, normally 300.

const PLAYERS = 1_000;
const WARMUP_SECONDS = 10;
const CAPACITY_SECONDS = 20;
const CAPACITY_CONNECTIONS = 24;
const OVERLOAD_SECONDS = 30;
const OVERLOAD_FACTOR = 3;
const MEMORY_INTERVAL_MS = 2_000;

/** The mix, as parts of a hundred. A visitor's pages are the same for all, a player's are rendered for each. */
const MIX: readonly (readonly [parts: number, kind: RequestKind, paths: readonly string[]])[] = [
  [40, 'page', ['/', '/games', '/games/matatu-rush', '/catalog', '/friends', '/profile']],
  [25, 'data', ['/_.data', '/games.data', '/games/matatu-rush.data', '/friends.data']],
  [25, 'visitor', ['/', '/games', '/games/matatu-rush', '/catalog', '/parents']],
  [10, 'message', ['']],
];

type RequestKind = 'page' | 'data' | 'visitor' | 'message';
type Sample = { kind: RequestKind; ms: number; status: number; hasRetryAfter: boolean };

/** Prints how one process bears a mixed load. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const seconds = Number(process.argv.find((each) => each.startsWith('--seconds='))?.split('=')[1] ?? 300);
  const root = path.resolve(import.meta.dirname, '../..');
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-load-'));
  const [port, gamesPort] = (await freePorts(2)) as [number, number];
  const ctx = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), { migrations: path.join(root, 'migrations') });
  const env = {
    ...process.env,
    DEMO_WORLD: 'no',
    HOST: '127.0.0.1',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await waitUntilUp(`${origin}/healthz`);
    const players = await makeFriends(ctx);
    const lines = await measure(server, origin, players, seconds);
    const text = `## load\n\n${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}, ${seconds} s at half of the capacity. Load generator, tabs and PostgreSQL ran on the same machine.\n\n${formatTable(lines)}`;
    process.stdout.write(`${text}\n`);
    if (write) await saveSection('load', text);
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('exit', resolve));
    await ctx.close();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

/** Players in pairs of friends. */
async function makeFriends(ctx: AppContext): Promise<Player[]> {
  const players = await makePlayers(ctx, PLAYERS);
  await befriend(
    ctx,
    Array.from({ length: PLAYERS / 2 }, (_, i) => players.slice(2 * i, 2 * i + 2) as [Player, Player]),
  );
  return players;
}

async function measure(server: ChildProcess, origin: string, players: Player[], seconds: number): Promise<BenchmarkRow[]> {
  const tabs = await openSockets(`${origin.replace('http', 'ws')}/live`, PLAYERS, {
    header: (i) => ({ origin, cookie: players[i]?.cookie ?? '' }),
  });
  const send = createSender(origin, players);
  await runClosed(send, WARMUP_SECONDS);
  const capacity = await runClosed(send, CAPACITY_SECONDS);
  process.stdout.write(`it can do ${capacity.toFixed(0)} requests a second\n`);
  const memory = watchMemory(server);
  const cpuBefore = await readCpuMs(server.pid);
  const half = await runOpen(send, capacity / 2, seconds);
  const cpu = ((await readCpuMs(server.pid)) - cpuBefore) / (seconds * 10);
  const rss = memory.stop();
  const over = await runOpen(send, capacity * OVERLOAD_FACTOR, OVERLOAD_SECONDS);
  // Those who were refused come back after some seconds; here the load has simply ended.
  await sleep(3_000);
  const after = await runOpen(send, capacity / 2, 10);
  for (const tab of tabs) tab.terminate();
  return [
    { metric: `what one process can do, ${CAPACITY_CONNECTIONS} at once`, measured: `${capacity.toFixed(0)}/s`, target: '', ok: true },
    ...toHalfRows(half, cpu, rss),
    ...toOverloadRows(over, after),
  ];
}

function toHalfRows(half: Sample[], cpu: number, rss: number[]): BenchmarkRow[] {
  const times = half.map(({ ms }) => ms);
  const slowest = percentile(times, 1);
  const failed = half.filter(({ status }) => status !== 200).length;
  // The first third is left out: caches fill and code is compiled.
  const level = rss.slice(Math.floor(rss.length / 3));
  const middle = percentile(level.slice(0, Math.ceil(level.length / 2)), 0.5);
  const end = percentile(level.slice(Math.floor(level.length / 2)), 0.5);
  const max = percentile(rss, 1);
  return [
    {
      metric: `${half.length} requests at half of that: p50, p99, slowest`,
      measured: `${percentile(times, 0.5).toFixed(1)} ms, ${percentile(times, 0.99).toFixed(0)} ms, ${slowest.toFixed(0)} ms; ${cpu.toFixed(0)} % of one core`,
      target: '1000 ms',
      ok: slowest <= 1_000,
    },
    { metric: 'of these not answered with 200', measured: String(failed), target: 'none', ok: failed === 0 },
    { metric: 'memory of the server process, the most', measured: `${max.toFixed(0)} MB`, target: '350 MB', ok: max <= 350 },
    {
      metric: 'memory in the last third beside the one before',
      measured: `${end.toFixed(0)} MB, ${(end / middle).toFixed(2)} times`,
      target: '1.05 times',
      ok: end / middle <= 1.05,
    },
  ];
}

function toOverloadRows(over: Sample[], after: Sample[]): BenchmarkRow[] {
  const served = over.filter(({ status }) => status === 200);
  const refused = over.filter(({ status }) => status === 503);
  const others = over.length - served.length - refused.length;
  const timesOf = (samples: Sample[]) => samples.map(({ ms }) => ms);
  const visitors = over.filter(({ kind }) => kind === 'visitor');
  const visitorsServed = visitors.filter(({ status }) => status === 200).length;
  const p95 = percentile(timesOf(served), 0.95);
  const isSaid = refused.every(({ hasRetryAfter }) => hasRetryAfter);
  return [
    {
      metric: `${OVERLOAD_FACTOR} times as much as it can do, ${OVERLOAD_SECONDS} s: served, refused with 503, other`,
      measured: `${served.length}, ${refused.length}, ${others}`,
      target: 'no other',
      ok: others === 0 && refused.length > 0,
    },
    {
      metric: 'served meanwhile, p50, p95, slowest',
      measured: `${percentile(timesOf(served), 0.5).toFixed(0)} ms, ${p95.toFixed(0)} ms, ${percentile(timesOf(served), 1).toFixed(0)} ms`,
      target: 'p95 1000 ms',
      ok: p95 <= 1_000,
    },
    {
      metric: 'refused meanwhile, each with Retry-After, p95',
      measured: `${percentile(timesOf(refused), 0.95).toFixed(0)} ms`,
      target: '1000 ms',
      ok: isSaid && percentile(timesOf(refused), 0.95) <= 1_000,
    },
    {
      metric: "visitors' pages served meanwhile",
      measured: `${visitorsServed} of ${visitors.length}`,
      target: 'all',
      ok: visitorsServed === visitors.length,
    },
    {
      metric: 'refused three seconds later, at half of what it can do',
      measured: String(after.filter(({ status }) => status !== 200).length),
      target: 'none',
      ok: after.every(({ status }) => status === 200),
    },
  ];
}

type Send = (n: number) => Promise<Sample>;

/** Makes the nth request of the mix. The kinds alternate instead of coming in blocks. */
function createSender(origin: string, players: Player[]): Send {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1_000 });
  const order = MIX.flatMap(([parts, kind, paths]) =>
    Array.from({ length: parts }, (_, i) => ({ kind, path: paths[i % paths.length] as string, at: (i + 0.5) / parts })),
  ).toSorted((a, b) => a.at - b.at);
  return async (n) => {
    const { kind, path: address } = order[n % order.length] as (typeof order)[number];
    const player = players[n % players.length] as Player;
    const friend = players[(n % players.length) ^ 1] as Player;
    const started = performance.now();
    const cookie = kind === 'visitor' ? {} : { cookie: player.cookie };
    const accept = { accept: kind === 'page' || kind === 'visitor' ? 'text/html,*/*;q=0.8' : kind === 'data' ? '*/*' : 'application/json' };
    const { status, headers } = await (kind === 'message'
      ? postMessage(agent, origin, friend.id, { ...cookie, ...accept, origin })
      : request(agent, `${origin}${address}`, { headers: { ...cookie, ...accept, 'accept-encoding': 'br' } }));
    return { kind, status, ms: performance.now() - started, hasRetryAfter: headers['retry-after'] !== undefined };
  };
}

async function postMessage(agent: http.Agent, origin: string, friendId: string, headers: http.OutgoingHttpHeaders): Promise<Answer> {
  const body = new URLSearchParams({ text: 'Shall we play Matatu Rush?', clientId: randomUUID() }).toString();
  return request(agent, `${origin}/chat/${friendId}`, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(body)) },
  });
}

type Answer = { status: number; headers: http.IncomingHttpHeaders };

function request(agent: http.Agent, url: string, { body, ...options }: http.RequestOptions & { body?: string }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(url, { agent, ...options }, (answer) => {
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
      answer.resume();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends the next request as soon as the one before is answered. @returns requests per second */
async function runClosed(send: Send, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let n = 0;
  const work = async () => {
    while (performance.now() < end) await send(n++);
  };
  await Promise.all(Array.from({ length: CAPACITY_CONNECTIONS }, work));
  return n / seconds;
}

/** Sends requests at an even pace, whether the ones before are answered or not. */
async function runOpen(send: Send, perSecond: number, seconds: number): Promise<Sample[]> {
  const running: Promise<Sample>[] = [];
  const begun = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = begun + (n * 1000) / perSecond - performance.now();
    if (wait > 1) await sleep(wait);
    running.push(send(n));
  }
  return Promise.all(running);
}

/** Samples the resident memory of a process (Linux). `stop` returns the samples in MB. */
function watchMemory(child: ChildProcess): { stop(): number[] } {
  const samples: number[] = [];
  const sample = async () => {
    samples.push((await readMemoryBytes(child.pid)) / 1_048_576);
  };
  const timer = setInterval(() => void sample(), MEMORY_INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}
