import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/config.server.ts';
import { createAppContext, type AppContext } from '../../src/context.server.ts';
import { createPasswordHasher } from '../../src/infra/auth/password-hasher.ts';
import { saveSection, describeMachine, percentile, formatTable, measureMs, type BenchmarkRow } from './report.ts';
import { freePorts } from '../free-ports.ts';
import { waitUntilUp } from './wait-until-up.ts';

// Sign-ins on the built server compared with the bare cost of the password hash, and how they slow down other users' pages.

const PLAYERS = 400;
const AT_ONCE = [20, 100];
const SECONDS = 10;
const PASSWORD = 'bench-password';
/** Pages that others request meanwhile: a cached one, and one rendered for a single person. */
const PROBES_PER_SECOND = 40;

/** Prints how fast people sign in, and how much it affects others. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-accounts-'));
  const ctx = await createAppContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), { migrations: path.join(root, 'migrations') });
  const [port, gamesPort] = await freePorts(2);
  const origin = `http://localhost:${port}`;
  const env = {
    ...process.env,
    DEMO_WORLD: 'no',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    DATA_DIR: dataDir,
    ROLES: 'web',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await makePlayers(ctx);
    await waitUntilUp(`${origin}/healthz`);
    const lines = await measure(origin);
    const text = `## accounts\n\n${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}.\n\n${formatTable(lines)}`;
    process.stdout.write(`${text}\n`);
    if (write) await saveSection('accounts', text);
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await ctx.close();
    await fs.rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(origin: string): Promise<BenchmarkRow[]> {
  const passwords = createPasswordHasher();
  const hash = await passwords.hash(PASSWORD);
  const alone: number[] = [];
  for (let i = 0; i < 40; i++) alone.push(await measureMs(() => passwords.verify(hash, PASSWORD)));
  const bare = percentile(alone, 0.5);
  const cookie = (await signIn(origin, 0)).cookie;
  const pages: [string, string, string | undefined][] = [
    ['home page of a visitor', '/', undefined],
    ['home page of a signed-in player', '/', cookie],
    ['game page of a signed-in player', '/games/matatu-rush', cookie],
  ];
  // Warm-up, then idle, then with sign-ins, then idle again: twice idle, because machines are noisy.
  await probe(origin, pages, 3);
  let before = await probe(origin, pages, SECONDS);
  const lines: BenchmarkRow[] = [
    {
      metric: 'the password hash alone, one at a time',
      measured: `${bare.toFixed(1)} ms (${(1000 / bare).toFixed(0)}/s on one core)`,
      target: '',
      ok: true,
    },
  ];
  for (const atOnce of AT_ONCE) {
    const { times, during } = await signInMeanwhile(origin, atOnce, () => probe(origin, pages, SECONDS));
    const after = await probe(origin, pages, SECONDS);
    lines.push(...toRows({ atOnce, bare, times, pages: pages.map(([what]) => what), before, during, after }));
    before = after;
  }
  return lines;
}

/** Lets this many people sign in at once, again and again. @returns milliseconds of each sign-in, and what `meanwhile` returned */
async function signInMeanwhile<T>(origin: string, atOnce: number, meanwhile: () => Promise<T>): Promise<{ times: number[]; during: T }> {
  const signInLoad = new AbortController();
  const times: number[] = [];
  const signInWorkers = Array.from({ length: atOnce }, async (_, worker) => {
    for (let turn = 0; !signInLoad.signal.aborted; turn++)
      times.push(await measureMs(() => signIn(origin, (worker + turn * atOnce) % PLAYERS)));
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  times.length = 0;
  const during = await meanwhile();
  const measured = [...times];
  signInLoad.abort();
  await Promise.all(signInWorkers);
  return { times: measured, during };
}

type SignInFigures = {
  atOnce: number;
  /** Milliseconds of one hash alone. */
  bare: number;
  times: number[];
  pages: string[];
  /** Milliseconds of each request, by page. */
  before: number[][];
  during: number[][];
  after: number[][];
};

function toRows({ atOnce, bare, times, pages, before, during, after }: SignInFigures): BenchmarkRow[] {
  const rate = times.length / SECONDS;
  return [
    {
      metric: `sign-ins, ${atOnce} at once`,
      measured: `${rate.toFixed(0)}/s, ${((rate * bare) / 1000).toFixed(2)} of the bare hash on one core`,
      target: '',
      ok: true,
    },
    {
      metric: `sign-ins, ${atOnce} at once, p95 (median ${percentile(times, 0.5).toFixed(0)} ms; ${atOnce} hashes one after the other take ${(bare * atOnce).toFixed(0)} ms)`,
      measured: `${percentile(times, 0.95).toFixed(0)} ms`,
      target: '',
      ok: true,
    },
    ...pages.map((what, i): BenchmarkRow => {
      const idle = (percentile(before[i] ?? [], 0.95) + percentile(after[i] ?? [], 0.95)) / 2;
      const busy = percentile(during[i] ?? [], 0.95);
      return {
        metric: `${what} meanwhile, p95`,
        measured: `${busy.toFixed(1)} ms, ${(busy / idle).toFixed(2)} times the idle ${idle.toFixed(1)} ms`,
        target: '2 times',
        ok: busy / idle <= 2,
      };
    }),
  ];
}

async function makePlayers(ctx: AppContext): Promise<void> {
  const passwordHash = await ctx.passwordHasher.hash(PASSWORD);
  const players = Array.from({ length: PLAYERS }, (_, i) => ({
    id: ctx.newId(),
    username: `bench_${i}`,
    display_name: `Bench ${i}`,
    email: `bench_${i}@example.com`,
    email_confirmed: true,
    birth_month: '1990-01',
    age_band: 18,
  }));
  await ctx.db.insertInto('players').values(players).execute();
  await ctx.db
    .insertInto('identities')
    .values(players.map(({ id }) => ({ id: ctx.newId(), player_id: id, provider: 'credential', subject: id, password_hash: passwordHash })))
    .execute();
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

async function signIn(origin: string, player: number): Promise<{ cookie: string }> {
  const body = new URLSearchParams({ form: 'sign-in', identifier: `bench_${player}`, password: PASSWORD }).toString();
  const { status, cookies } = await ask(`${origin}/login`, {
    method: 'POST',
    body,
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(body)) },
  });
  const cookie = cookies.find((one) => one.startsWith('kiddo_session='))?.split(';')[0];
  if (status !== 302 || cookie === undefined) throw new Error(`a sign-in was answered with ${status}`);
  return { cookie };
}

/** Requests the pages in turn at an even pace. @returns milliseconds by page */
async function probe(origin: string, pages: [string, string, string | undefined][], seconds: number): Promise<number[][]> {
  const times: number[][] = pages.map(() => []);
  const running: Promise<void>[] = [];
  for (let i = 0; i < seconds * PROBES_PER_SECOND; i++) {
    const which = i % pages.length;
    const [, address, cookie] = pages[which] as (typeof pages)[number];
    running.push(
      measureMs(async () => {
        const { status } = await ask(`${origin}${address}`, { headers: cookie ? { cookie } : {} });
        if (status !== 200) throw new Error(`${address} was answered with ${status}`);
      }).then((ms) => void times[which]?.push(ms)),
    );
    await new Promise((resolve) => setTimeout(resolve, 1000 / PROBES_PER_SECOND));
  }
  await Promise.all(running);
  return times;
}

function ask(url: string, { body, ...options }: http.RequestOptions & { body?: string }): Promise<{ status: number; cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, ...options }, (answer) => {
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [] }));
      answer.resume();
    });
    request.on('error', reject);
    request.end(body);
  });
}
