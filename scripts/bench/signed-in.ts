import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { AppContext } from '../../src/context.server.ts';
import { freePorts } from '../free-ports.ts';
import { calibrate } from '../testing/calibration.mjs';
import { profileCpu } from './cpu-profile.ts';
import { generateCrowd } from './crowd.ts';
import { readNodeFlags } from './process-usage.ts';
import { describeMachine, formatTable, saveSection, type BenchmarkRow } from './report.ts';
import {
  CONNECTIONS,
  load,
  measureRound,
  milliseconds,
  requests,
  send,
  toCost,
  type Answer,
  type Cost,
  type Requested,
  type Round,
} from './request-cost.ts';
import { waitUntilUp } from './wait-until-up.ts';
import { withCatalogue } from './with-catalogue.ts';

// CPU time that one request of a signed-in player costs the server process, user and system, with a few and with a million players and
// games: not wall time, because machines are noisy and the database has its own processes. Beside each page: a bare Hono server that sends
// the same bytes, and React's renderToString of the same page (plain-render.ts). The server is the one of `npm start`, with its flags,
// without the background jobs, whose CPU time would be counted with a request's.
//
// npm run bench -- signed-in [--only small|large] [--pages home,game.data] [--profile FILE] [--no-baselines] [--write]
//   --only          one of the two sizes
//   --pages         some pages by name; home is the page and its data, home.page and home.data one of them, visitor the shared home page
//   --profile       also writes a CPU profile of the server while it answers the first of the pages
//   --no-baselines  without the bare server and renderToString
// BENCH_DIR is where the databases are kept for the next run; BENCH_GAMES sets the larger size.

const root = path.resolve(import.meta.dirname, '../..');
const SIZES = { small: 100, large: Number(process.env['BENCH_GAMES'] ?? 1_000_000) };
const FOLDER = process.env['BENCH_DIR'] ?? '/tmp/kiddo-bench';

const PAGES = {
  home: '/',
  games: '/games',
  game: '/games/matatu-rush',
  catalog: '/catalog',
  marketplace: '/marketplace',
  friends: '/friends',
  profile: '/profile',
  settings: '/settings',
};
/** Milliseconds of CPU time on the machine of the tests' budgets. */
const TARGET_MS = { page: 3, data: 1, visitor: 0.1 };

/** Of all pages together, before the first is measured: fewer, and the compiler still works on the code that all of them share. */
const WARM_UP_REQUESTS = 2_000;
/** The bare server's code is small and warm after the first page. */
const BARE_WARM_UP_REQUESTS = 2_000;
const ROUNDS = 5;
const PROFILED_MS = 6_000;

type Target = Requested & { kind: keyof typeof TARGET_MS };

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      only: { type: 'string' },
      pages: { type: 'string' },
      profile: { type: 'string' },
      baselines: { type: 'boolean', default: true },
      write: { type: 'boolean' },
    },
    allowNegative: true,
  });
  const sizes = Object.entries(SIZES).filter(([name]) => (values.only ?? name) === name);
  if (sizes.length === 0) throw new Error(`--only takes ${Object.keys(SIZES).join(' or ')}`);
  const texts: string[] = [];
  for (const [, size] of sizes)
    texts.push(await withCatalogue(path.join(FOLDER, `signed-in-${size}`), size, (ctx) => measureSize(ctx, size, values)));
  const day = new Date().toISOString().slice(0, 10);
  const text = [
    '## signed-in',
    `${describeMachine()}. One run on ${day}. CPU time of the server process for one request, user and system, ${CONNECTIONS} connections.`,
    ...texts,
  ].join('\n\n');
  process.stdout.write(`\n${text}\n`);
  if (write) await saveSection('signed-in', text);
}

type Options = { pages?: string | undefined; profile?: string | undefined; baselines: boolean };

async function measureSize(ctx: AppContext, size: number, { pages, profile, baselines }: Options): Promise<string> {
  const [port = 0, gamesPort = 0, barePort = 0, inspectPort = 0] = await freePorts(4);
  const env = {
    ...process.env,
    DEMO_WORLD: 'no',
    HOST: '127.0.0.1',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    DATA_DIR: ctx.config.dataDir,
    ROLES: 'web,live',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env: { ...env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --inspect-port=${inspectPort}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const serverPid = server.pid as number;
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitUntilUp(`${origin}/healthz`);
    const player = await generateCrowd(ctx, size, (text) => process.stdout.write(`${text}\n`));
    const targets = chooseTargets(pages, player.cookie);
    const slowBefore = await calibrate(process.execPath);
    const answers = await Promise.all(targets.map((target) => checkedAnswer(origin, target)));
    const own = await measureCosts(serverPid, origin, targets);
    const flags = await readNodeFlags(serverPid);
    const bare = baselines ? await measureBare(targets, answers, { env, port: barePort, flags }) : [];
    const plain = baselines ? await renderPlainly(targets, { env, flags, cookie: player.cookie }) : {};
    const slowness = (slowBefore + (await calibrate(process.execPath))) / 2;
    if (profile !== undefined && targets[0]) await writeProfile(targets[0], { file: profile, origin, pid: serverPid, port: inspectPort });
    const rows = targets.map((target, i) =>
      toRow(target, {
        own: own[i] as Cost,
        bare: bare[i],
        plain: target.kind === 'page' ? plain[target.path] : undefined,
        slowness,
        bytes: answers[i]?.body.length ?? 0,
      }),
    );
    const title = `${size.toLocaleString('en')} players and games; this machine was ${slowness.toFixed(2)} times as slow as that of the tests' budgets, by which the measured time is divided.`;
    return `${title}\n\n${formatTable(rows)}`;
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('exit', resolve));
  }
}

/** What a browser sends. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'accept-language': 'en-GB,en;q=0.9,sw;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
};
const CONSENT = 'cookie_consent=essential';

/** @param names as of --pages; all pages if it is undefined */
function chooseTargets(names: string | undefined, session: string): Target[] {
  const cookie = `${session}; ${CONSENT}`;
  const page = { ...BROWSER, accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };
  const data = { ...BROWSER, accept: '*/*', 'sec-fetch-mode': 'cors' };
  const all: Target[] = [
    ...Object.entries(PAGES).flatMap(([name, address]): Target[] => [
      { name: `${name}.page`, kind: 'page', path: address, headers: { ...page, cookie } },
      { name: `${name}.data`, kind: 'data', path: address === '/' ? '/_.data' : `${address}.data`, headers: { ...data, cookie } },
    ]),
    { name: 'visitor', kind: 'visitor', path: '/', headers: { ...page, cookie: CONSENT } },
  ];
  const wanted = names?.split(',');
  const unknown = wanted?.find((name) => !all.some((target) => isNamed(target, name)));
  if (unknown !== undefined) throw new Error(`--pages has no ${unknown}: ${all.map(({ name }) => name).join(', ')}`);
  return wanted ? wanted.flatMap((name) => all.filter((target) => isNamed(target, name))) : all;
}

function isNamed({ name }: Target, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}.`);
}

/** @throws if it is not the player's page: an error or the sign-in page would be cheap */
async function checkedAnswer(origin: string, target: Target): Promise<Answer> {
  const answer = await send(origin + target.path, { headers: { ...target.headers, 'accept-encoding': 'identity' } });
  const isPlayers = answer.body.includes('bench_1');
  if (answer.status !== 200 || isPlayers !== (target.kind !== 'visitor'))
    throw new Error(`${target.name} was answered with ${answer.status}, ${isPlayers ? 'as a player' : 'as a visitor'}`);
  return send(origin + target.path, { headers: target.headers });
}

/** All targets in turn, in several rounds, because the machine's speed changes over seconds. */
async function measureCosts(pid: number, origin: string, targets: Target[]): Promise<Cost[]> {
  for (const target of targets) await load(origin, target, requests(WARM_UP_REQUESTS / targets.length));
  const rounds = targets.map(() => [] as Round[]);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, target] of targets.entries()) rounds[i]?.push(await measureRound(pid, origin, target));
  return rounds.map(toCost);
}

type Baseline = { env: NodeJS.ProcessEnv; flags: string[] };

async function measureBare(targets: Target[], answers: Answer[], { env, port, flags }: Baseline & { port: number }): Promise<Cost[]> {
  const bare = spawn(process.execPath, [...flags, path.join(root, 'scripts/bench/bare-answer.ts')], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitUntilUp(`${origin}/`);
    const costs: Cost[] = [];
    for (const [i, target] of targets.entries()) {
      const { headers, body } = answers[i] as Answer;
      await send(origin, { method: 'PUT', body: JSON.stringify({ headers, body: body.toString('base64') }) });
      const { body: sent } = await send(origin + target.path, { headers: target.headers });
      if (!sent.equals(body)) throw new Error(`the bare server does not send the bytes of ${target.name}`);
      await load(origin, target, requests(BARE_WARM_UP_REQUESTS / (i + 1)));
      costs.push(toCost([await measureRound(bare.pid as number, origin, target)]));
    }
    return costs;
  } finally {
    bare.kill('SIGKILL');
  }
}

/** Milliseconds of CPU time of plain-render.ts, by path. */
async function renderPlainly(targets: Target[], { env, flags, cookie }: Baseline & { cookie: string }): Promise<Record<string, number>> {
  const paths = targets.filter(({ kind }) => kind === 'page').map(({ path: address }) => address);
  const script = path.join(root, 'scripts/bench/plain-render.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, script, JSON.stringify({ paths, cookie: `${cookie}; ${CONSENT}` })],
    {
      env,
    },
  );
  return JSON.parse(stdout) as Record<string, number>;
}

type Recording = { file: string; origin: string; pid: number; port: number };

async function writeProfile(target: Target, { file, origin, pid, port }: Recording): Promise<void> {
  const text = await profileCpu(pid, port, file, async () => void (await load(origin, target, milliseconds(PROFILED_MS))));
  process.stdout.write(`\n${target.name}: profile in ${file}; time of the functions themselves:\n${text}\n`);
}

type Figures = { own: Cost; bare: Cost | undefined; plain: number | undefined; slowness: number; bytes: number };

function toRow({ name, kind, path: address }: Target, { own, bare, plain, slowness, bytes }: Figures): BenchmarkRow {
  const ms = (value: number) => `${value.toFixed(value < 1 ? 3 : 2)} ms`;
  const calibrated = own.ms / slowness;
  const measured = [
    `${ms(calibrated)} (measured ${ms(own.ms)}, rounds within ${(own.spread * 100).toFixed(0)} %)`,
    ...(bare ? [`bare Hono ${ms(bare.ms / slowness)}`] : []),
    ...(plain === undefined ? [] : [`renderToString ${ms(plain / slowness)}`]),
  ].join('; ');
  const what = kind === 'visitor' ? `a visitor's shared ${address}` : address;
  const target = TARGET_MS[kind];
  return { metric: `${name}: ${what} (${Math.round(bytes / 1000)} KB)`, measured, target: `${target} ms`, ok: calibrated <= target };
}
