import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { WebSocket } from 'ws';
import { readConfig } from '../../src/config.server.ts';
import { createAppContext, type AppContext } from '../../src/context.server.ts';
import { publishNotifications, createNotifications } from '../../src/features/notifications/service.server.ts';
import { readMemoryBytes } from './process-usage.ts';
import { makePlayers, type Player } from './players.ts';
import { saveSection, describeMachine, percentile, formatTable, measureMs, type BenchmarkRow } from './report.ts';
import { freePorts } from '../free-ports.ts';
import { waitUntilUp } from './wait-until-up.ts';
import { HEARTBEAT } from '../../src/shared/live-events.ts';
import { getTcpSocket, openSockets } from './sockets.ts';

// Many open tabs on one process: how fast events arrive, what tabs cost, and how they affect page requests; compared with bare sockets.

const SOCKETS = 5_000;
const PER_SECOND = 200;
const SECONDS = 20;
const HOME_PER_SECOND = 20;
/** How many pings an idle tab is watched for. */
const IDLE_PINGS = 3;
/** Bytes of the headers of the packets of one ping: the ping with the heartbeat, the pong, its acknowledgement (TCP and IPv4, with timestamps). */
const PING_OVERHEAD_BYTES = 3 * 52;

/** How much slower the home page may be meanwhile, by whether another process makes the events or the server itself, from requests. */
const HOME_MEANWHILE_TIMES_MAX = { elsewhere: 2, here: 3 };

/** Prints how the live connection performs with 5,000 tabs. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-live-'));
  const [port, gamesPort, barePort, redisPort] = (await freePorts(4)) as [number, number, number, number];
  const redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', dataDir], {
    stdio: 'ignore',
  });
  redis.on('error', () => {
    process.stderr.write('This benchmark needs redis-server (Debian: apt-get install redis-server).\n');
    process.exit(1);
  });
  const REDIS_URL = `redis://127.0.0.1:${redisPort}`;
  const ctx = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', REDIS_URL }), {
    migrations: path.join(root, 'migrations'),
  });
  const env = {
    ...process.env,
    DEMO_WORLD: 'no',
    HOST: '127.0.0.1',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    REDIS_URL,
    DATA_DIR: dataDir,
    ROLES: 'web,live',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const bare = spawn(process.execPath, [path.join(root, 'scripts/bench/bare-sockets.ts'), String(barePort)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const players = await makePlayers(ctx, SOCKETS);
    await waitUntilUp(`http://127.0.0.1:${port}/healthz`);
    const lines = [...(await measureBare(bare, barePort)), ...(await measure(ctx, server, port, players))];
    const text = `## live\n\n${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}. The tabs' other ends, those who make things happen, Redis and PostgreSQL ran on the same machine.\n\n${formatTable(lines)}`;
    process.stdout.write(`${text}\n`);
    if (write) await saveSection('live', text);
  } finally {
    bare.kill('SIGKILL');
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await ctx.close();
    redis.kill('SIGKILL');
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

/** The same number of sockets on a server that only sends: 200 messages per second. */
async function measureBare(bare: ChildProcess, port: number): Promise<BenchmarkRow[]> {
  await waitUntilUp(`http://127.0.0.1:${port}/`);
  const before = await readMemoryBytes(bare.pid);
  const times: number[] = [];
  const tabs = await openSockets(`ws://127.0.0.1:${port}/`, SOCKETS);
  for (const tab of tabs) tab.on('message', (data) => times.push(Date.now() - Number((data as Buffer).toString())));
  const each = ((await readMemoryBytes(bare.pid)) - before) / SOCKETS;
  await sleep(10_000);
  for (const tab of tabs) tab.terminate();
  return [
    {
      metric: `bare ws server, ${SOCKETS} sockets, ${PER_SECOND} words a second: sent to received`,
      measured: `p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, ${(each / 1024).toFixed(1)} KB a socket`,
      target: '',
      ok: true,
    },
  ];
}

async function measure(ctx: AppContext, server: ChildProcess, port: number, players: Player[]): Promise<BenchmarkRow[]> {
  const origin = `http://127.0.0.1:${port}`;
  const home = (seconds: number) => probe(`${origin}/`, players[0]?.cookie ?? '', seconds);
  const open = (first = 0) =>
    openSockets(`ws://127.0.0.1:${port}/live`, SOCKETS, { first, header: (i) => ({ origin, cookie: players[i]?.cookie ?? '' }) });
  const opening = await measureOpening(server, open);

  await home(5);
  const idle = await home(SECONDS);
  const tabs = await open();
  const elsewhere = await notifyAtRate(tabs, home, async (i, n) => {
    const playerId = players[i]?.id ?? '';
    const one = { playerId, type: 'general', title: 'Bench', message: '', relatedId: null, event: `bench ${n}` } as const;
    await ctx.db.transaction().execute((trx) => createNotifications(ctx, trx, [one]));
    const committed = performance.now();
    publishNotifications(ctx, [playerId]);
    return committed;
  });
  await sleep(2_000);
  const here = await notifyAtRate(tabs, home, async (i) => {
    const asked = performance.now();
    const status = await reportGame(origin, players[i]?.cookie ?? '');
    if (status !== 200) throw new Error(`a report was answered with ${status}`);
    return asked;
  });
  for (const tab of tabs) tab.terminate();
  await sleep(2_000);
  const after = await home(SECONDS);

  const idleP95 = (percentile(idle, 0.95) + percentile(after, 0.95)) / 2;
  return toRows({ opening, elsewhere, here, idleP95 });
}

type OpeningFigures = { openedMs: number; bytesPerTab: number; idleBytesPerHour: number };

/** What tabs cost when they open, and one that stays idle. On a server that has served nothing yet: its initial memory use counts too. */
async function measureOpening(server: ChildProcess, open: (first?: number) => Promise<WebSocket[]>): Promise<OpeningFigures> {
  const before = await readMemoryBytes(server.pid);
  const begun = performance.now();
  const first = await open();
  const openedMs = performance.now() - begun;
  await sleep(3_000);
  const withFirst = await readMemoryBytes(server.pid);
  // Memory freed after startup makes room for the first tabs; the memory of the second batch is new.
  const second = await open(SOCKETS);
  await sleep(3_000);
  const bytesPerTab = Math.max(withFirst - before, (await readMemoryBytes(server.pid)) - withFirst) / SOCKETS;
  for (const tab of second) tab.terminate();
  const idleBytesPerHour = await measureIdleBytes(first[0] as WebSocket);
  for (const tab of first) tab.terminate();
  await sleep(2_000);
  return { openedMs, bytesPerTab, idleBytesPerHour };
}

type LoadFigures = Awaited<ReturnType<typeof notifyAtRate>>;

/** `elsewhere`: another process made the events; `here`: the server itself. `idleP95`: of the home page while nothing happened. */
type LiveFigures = { opening: OpeningFigures; elsewhere: LoadFigures; here: LoadFigures; idleP95: number };

function toRows({ opening: { openedMs, bytesPerTab, idleBytesPerHour }, elsewhere, here, idleP95 }: LiveFigures): BenchmarkRow[] {
  const toHomeRow = (busy: number[], timesMax: number): BenchmarkRow => {
    const p95 = percentile(busy, 0.95);
    return {
      metric: 'home page of a signed-in player meanwhile, p95',
      measured: `${p95.toFixed(1)} ms, ${(p95 / idleP95).toFixed(2)} times the idle ${idleP95.toFixed(1)} ms`,
      target: `${timesMax} times`,
      ok: p95 / idleP95 <= timesMax,
    };
  };
  const [p50, p99] = [percentile(elsewhere.times, 0.5), percentile(elsewhere.times, 0.99)];
  const all = SECONDS * PER_SECOND;
  return [
    { metric: `${SOCKETS} tabs connect, each with its session`, measured: `${(openedMs / 1000).toFixed(1)} s`, target: '', ok: true },
    {
      metric: `memory of the server process a socket: the larger of the first ${SOCKETS} and the next`,
      measured: `${(bytesPerTab / 1024).toFixed(1)} KB`,
      target: '40 KB',
      ok: bytesPerTab <= 40 * 1024,
    },
    {
      metric: `${all} notifications at ${PER_SECOND}/s, made by another process and told through Redis: received`,
      measured: `${elsewhere.times.length}`,
      target: 'all',
      ok: elsewhere.times.length >= all,
    },
    { metric: 'committed to received, p50', measured: `${p50.toFixed(1)} ms`, target: '20 ms', ok: p50 <= 20 },
    { metric: 'committed to received, p99', measured: `${p99.toFixed(1)} ms`, target: '150 ms', ok: p99 <= 150 },
    toHomeRow(elsewhere.busy, HOME_MEANWHILE_TIMES_MAX.elsewhere),
    {
      metric: `${all} reports over HTTP at ${PER_SECOND}/s on the same process, each with its receipt: received`,
      measured: `${here.times.length}`,
      target: 'all',
      ok: here.times.length >= all,
    },
    {
      metric: 'report sent to its receipt received, p50 and p99',
      measured: `${percentile(here.times, 0.5).toFixed(1)} ms, ${percentile(here.times, 0.99).toFixed(1)} ms`,
      target: '',
      ok: true,
    },
    toHomeRow(here.busy, HOME_MEANWHILE_TIMES_MAX.here),
    {
      metric: `an idle connection, measured from ping to ping ${IDLE_PINGS} times, with its packets' headers`,
      measured: `${(idleBytesPerHour / 1000).toFixed(1)} KB an hour`,
      target: '10 KB',
      ok: idleBytesPerHour <= 10_000,
    },
  ];
}

/**
 * Triggers PER_SECOND events per second, each for another tab's player, while the home page is requested.
 * @param trigger returns the time from which the delay of the event counts
 * @returns milliseconds until each tab received its event, and of each request of the home page
 */
async function notifyAtRate(
  tabs: WebSocket[],
  home: (seconds: number) => Promise<number[]>,
  trigger: (i: number, n: number) => Promise<number>,
): Promise<{ times: number[]; busy: number[] }> {
  const receivedAt: (number | undefined)[] = [];
  const listeners = tabs.map((tab, i) => {
    const listener = (data: Buffer) => {
      if (data.toString() === HEARTBEAT) return;
      const event = JSON.parse(data.toString()) as { kind: string; unread?: number };
      if (event.kind === 'notification' && event.unread !== 0) receivedAt[i] ??= performance.now();
    };
    tab.on('message', listener);
    return listener;
  });
  const running: Promise<{ i: number; from: number }>[] = [];
  const busy = home(SECONDS);
  const begun = performance.now();
  for (let n = 0; n < SECONDS * PER_SECOND; n++) {
    const due = begun + (n * 1000) / PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    const i = n % tabs.length;
    running.push(trigger(i, n).then((from) => ({ i, from })));
  }
  const from = await Promise.all(running);
  const pageTimes = await busy;
  await sleep(1_000);
  tabs.forEach((tab, i) => tab.off('message', listeners[i] as (data: Buffer) => void));
  const times = from.flatMap(({ i, from: at }) => (receivedAt[i] === undefined ? [] : [Math.max(0, receivedAt[i] - at)]));
  return { times, busy: pageTimes };
}

/** Bytes an hour that an idle connection transfers, including packet headers. */
async function measureIdleBytes(tab: WebSocket): Promise<number> {
  const raw = getTcpSocket(tab);
  const nextPing = () => new Promise((resolve) => tab.once('ping', resolve));
  await nextPing();
  const [begun, before] = [performance.now(), raw.bytesRead + raw.bytesWritten];
  for (let pings = 0; pings < IDLE_PINGS; pings++) await nextPing();
  const bytes = raw.bytesRead + raw.bytesWritten - before + IDLE_PINGS * PING_OVERHEAD_BYTES;
  return (bytes * 3_600_000) / (performance.now() - begun);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

function reportGame(origin: string, cookie: string): Promise<number> {
  const body = 'reason=broken_game&description=The+screen+stays+white.';
  return sendRequest(`${origin}/games/matatu-rush/reports`, {
    method: 'POST',
    body,
    headers: {
      origin,
      cookie,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
    },
  });
}

/** Requests a page at an even pace. @returns milliseconds of each request */
async function probe(url: string, cookie: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  for (let i = 0; i < seconds * HOME_PER_SECOND; i++) {
    running.push(
      measureMs(async () => {
        const status = await sendRequest(url, { headers: { cookie } });
        if (status !== 200) throw new Error(`${url} was answered with ${status}`);
      }).then((ms) => void times.push(ms)),
    );
    await sleep(1000 / HOME_PER_SECOND);
  }
  await Promise.all(running);
  return times;
}

function sendRequest(url: string, { body, ...options }: http.RequestOptions & { body?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, ...options }, (answer) => {
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    request.on('error', reject);
    request.end(body);
  });
}
