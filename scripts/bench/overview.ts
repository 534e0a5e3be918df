import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { AppContext } from '../../src/context.server.ts';
import { countFigures } from '../../src/features/statistics/counting/service.server.ts';
import { getOverview } from '../../src/features/statistics/service.server.ts';
import { tokenHash } from '../../src/infra/auth/hashed-sessions.ts';
import { SYSTEM, type Actor } from '../../src/shared/permissions.ts';
import { freePorts } from '../free-ports.ts';
import { describeMachine, formatTable, measureMs, percentile, saveSection, type BenchmarkRow } from './report.ts';
import { waitUntilUp } from './wait-until-up.ts';
import { withCatalogue } from './with-catalogue.ts';

// The operators' overview of a small and of a large site, with the summaries that such a site would have: 62 days of all figures, of 200 games a
// day, and of all players who were here. The large one has 1,000,000 players, 300,000 of them here on each day, and 100,000,000 plays, of which
// the page reads none. Counting is measured with NEW_PLAYS plays of today and yesterday. BENCH_ACTIVE sets the players of a day, BENCH_PLAYS these plays, BENCH_SAMPLES
// how often each page is asked for.

const root = path.resolve(import.meta.dirname, '../..');
const DAYS = 62;
const GAMES = 1_000;
/** Plays of today and yesterday, which a count reads. */
const NEW_PLAYS = Number(process.env['BENCH_PLAYS'] ?? 1_000_000);
const SMALL = { players: 1_000, active: 300, plays: 300 };
const LARGE = { players: 1_000_000, active: Number(process.env['BENCH_ACTIVE'] ?? 300_000), plays: 300_000 };
const SAMPLES = Number(process.env['BENCH_SAMPLES'] ?? 200);
const PERIODS = ['1', '7', '30'];
/** The page's data, and the page over HTTP, 95 of 100 times. */
const DATA_MS_MAX = 30;
const PAGE_MS_MAX = 60;
const GROWTH_MAX = 2;
/** A count runs every 10 minutes. */
const COUNT_MS_MAX = 60_000;
const FIRST_OF_DAY_MS_MAX = 300_000;
const TOKEN = 'bench-token-of-the-operator';
const COOKIE = `kiddo_session=${TOKEN}.bench`;
const OPERATOR: Actor = { kind: 'player', id: '00000000-0000-7000-8000-000000000001', role: 'operator', premium: false };

type Size = typeof LARGE;
type Samples = { data: Record<string, number[]>; page: Record<string, number[]> };

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-overview-'));
  try {
    const rows = await withCatalogue(folder, GAMES, measure);
    const text = [
      '## overview',
      `${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}. The operators' overview, ${SAMPLES} times each, one after the other: its data in the process, and the page over HTTP; with ${DAYS} days of summaries of a site where ${LARGE.active.toLocaleString('en')} of ${LARGE.players.toLocaleString('en')} players are here each day, and of one where ${SMALL.active} are.`,
      formatTable(rows),
    ].join('\n\n');
    process.stdout.write(`\n${text}\n`);
    if (write) await saveSection('overview', text);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function measure(ctx: AppContext): Promise<BenchmarkRow[]> {
  const client = new pg.Client({ connectionString: ctx.databaseUrl });
  await client.connect();
  // Without triggers and foreign keys: no figure is read from the players themselves.
  await client.query(
    "set synchronous_commit = off; set statement_timeout = 0; set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'",
  );
  await addOperator(client);
  const [port = 0, gamesPort = 0] = await freePorts(2);
  const env = {
    ...process.env,
    DEMO_WORLD: 'no',
    HOST: '127.0.0.1',
    PORT: String(port),
    GAMES_PORT: String(gamesPort),
    DATABASE_URL: ctx.databaseUrl,
    DATA_DIR: ctx.config.dataDir,
    // Without the background jobs, which would work while a page is measured.
    ROLES: 'web,live',
    PAGE_RATE: '0',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await waitUntilUp(`${origin}/healthz`);
    await addSummaries(client, SMALL);
    const small = await measurePages(ctx, origin);
    await addSummaries(client, LARGE);
    const large = await measurePages(ctx, origin);
    await addPlays(client);
    // The first count of a day counts the players of the days before, and everything of the 30 days before that may have come late.
    await client.query('delete from counted_days where day = (select max(day) from counted_days)');
    await client.query(
      "update counted_days set counted_at = (day + 1) at time zone 'Africa/Nairobi' where day = (select max(day) from counted_days)",
    );
    await client.query("delete from daily_figures where metric like 'active-%-earlier' and day > (select max(day) from counted_days)");
    const first = await measureMs(() => countFigures(ctx, SYSTEM));
    const next = await measureMs(() => countFigures(ctx, SYSTEM));
    return [...PERIODS.flatMap((days) => toRows(days, small, large)), ...toCountRows(first, next)];
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('exit', resolve));
    await client.end();
  }
}

function toRows(days: string, small: Samples, large: Samples): BenchmarkRow[] {
  const ms = (samples: number[] = [], share = 0.95) => `${percentile(samples, share).toFixed(1)} ms`;
  const [data, page] = [large.data[days] ?? [], large.page[days] ?? []];
  const growth = percentile(page, 0.95) / percentile(small.page[days] ?? [], 0.95);
  return [
    {
      metric: `data of ${days} days: p95 of the large site (small: ${ms(small.data[days])}; medians ${ms(data, 0.5)} and ${ms(small.data[days], 0.5)})`,
      measured: ms(data),
      target: `${DATA_MS_MAX} ms`,
      ok: percentile(data, 0.95) <= DATA_MS_MAX,
    },
    {
      metric: `page of ${days} days over HTTP: p95 of the large site (small: ${ms(small.page[days])}; medians ${ms(page, 0.5)} and ${ms(small.page[days], 0.5)})`,
      measured: `${ms(page)}, ${growth.toFixed(2)} times`,
      target: `${PAGE_MS_MAX} ms, ${GROWTH_MAX} times`,
      ok: growth <= GROWTH_MAX && percentile(page, 0.95) <= PAGE_MS_MAX,
    },
  ];
}

function toCountRows(first: number, next: number): BenchmarkRow[] {
  const toRow = (metric: string, ms: number, limit: number) => ({
    metric,
    measured: `${(ms / 1000).toFixed(1)} s`,
    target: `${limit / 1000} s`,
    ok: ms <= limit,
  });
  return [
    toRow(
      `counting the figures of the large site with ${NEW_PLAYS.toLocaleString('en')} plays of today and yesterday, the first time of a day`,
      first,
      FIRST_OF_DAY_MS_MAX,
    ),
    toRow('the same, every 10 minutes', next, COUNT_MS_MAX),
  ];
}

async function measurePages(ctx: AppContext, origin: string): Promise<Samples> {
  const samples: Samples = { data: {}, page: {} };
  // The first round is the warm-up, of code and of what the database reads.
  for (const count of [Math.ceil(SAMPLES / 4), SAMPLES])
    for (const days of PERIODS) {
      const [data, page]: [number[], number[]] = [[], []];
      for (let i = 0; i < count; i++) data.push(await measureMs(() => getOverview(ctx, OPERATOR, days)));
      for (let i = 0; i < count; i++) page.push(await measureMs(() => ask(`${origin}/operator?days=${days}`)));
      samples.data[days] = data;
      samples.page[days] = page;
    }
  return samples;
}

const agent = new http.Agent({ keepAlive: true });

/** Asks for a page as the operator. @throws if it is not there */
async function ask(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    http
      .get(url, { agent, headers: { cookie: COOKIE, accept: 'text/html' } }, (res) => {
        res.resume().on('end', () => (res.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${res.statusCode}`))));
      })
      .on('error', reject);
  });
}

// ---------- generated data

async function addOperator(client: pg.Client): Promise<void> {
  await client.query(`
    insert into players (id, username, display_name, email, email_confirmed, role, two_factor, birth_month, age_band)
    values (uuidv7(), 'bench_operator', 'Operator', 'operator@example.com', true, 'operator', true, '1990-01', 18)`);
  await client.query(
    `insert into sessions (id, player_id, token_hash, remembered, second_step, expires_at)
     select uuidv7(), id, $1, true, true, now() + interval '1 day' from players where username = 'bench_operator'`,
    [tokenHash(TOKEN)],
  );
}

/** The days, today last. */
const DAY_SERIES = `(select (now() at time zone 'Africa/Nairobi')::date - back as day from generate_series(0, ${DAYS - 1}) back) days`;

/** Metrics by what they are divided by: an SQL expression that makes an array of keys. */
const KEYS: Record<string, string> = {
  'sign-ups': `array['']`,
  'active-1': `array['']`,
  'active-7': `array['']`,
  'active-30': `array['']`,
  'active-1-earlier': `array['']`,
  'active-7-earlier': `array['']`,
  'active-30-earlier': `array['']`,
  minutes: `array['']`,
  plays: `array['']`,
  sent: `array['']`,
  refused: `(select array_agg('kind-' || k) from generate_series(1, 19) k)`,
  opened: `array['games', 'players', 'noticed', 'help']`,
  closed: `array['games', 'players', 'noticed', 'help']`,
  revenue: `array['premium/card', 'premium/mpesa', 'pro/card', 'pro/mpesa'] || (select array_agg('pack pack-' || k || '/' || c)
    from unnest(array[400, 800, 1700, 4500, 10000]) k, unnest(array['card', 'mpesa']) c)`,
  failed: `array['card', 'mpesa']`,
  premium: `array['']`,
  'decision-times': `(select array_agg((10 * m)::text) from generate_series(1, 144) m)`,
  'decision-longest': `array['']`,
  mails: `array['']`,
  ...Object.fromEntries(
    PERIODS.flatMap((days) => [
      [`decision-median-${days}`, `array['']`],
      [`decision-worst-${days}`, `array['']`],
      [`top-games-${days}`, `(select array_agg(id) from (select id from games order by id limit 8) g)`],
      [`top-games-before-${days}`, `(select array_agg(id) from (select id from games order by id limit 8) g)`],
    ]),
  ),
  'day-games': `(select array_agg(id) from (select id from games order by id limit 200) g)`,
};

/** The plays of yesterday and of today so far, one half each. */
async function addPlays(client: pg.Client): Promise<void> {
  await client.query(
    `with days as (select (now() at time zone 'Africa/Nairobi')::date::timestamp at time zone 'Africa/Nairobi' as midnight)
     insert into plays (id, game_id, started_at)
     select uuidv7(), g.ids[1 + n % array_length(g.ids, 1)], case when n % 2 = 0 then midnight - random() * interval '24 hours' else midnight + random() * (now() - midnight) end
     from days, (select array_agg(id) as ids from games) g, generate_series(1, $1::int) n`,
    [NEW_PLAYS],
  );
  await client.query('vacuum analyze plays');
}

/** Replaces all summaries by those of a site of this size. */
async function addSummaries(client: pg.Client, { players, active, plays }: Size): Promise<void> {
  await client.query('truncate daily_figures, hourly_figures, counted_days, player_days');
  await client.query(`update figure_starts set day = '2020-01-01'`);
  await client.query(`insert into counted_days (day, counted_at)
    select day, least(now(), ((day + 1) at time zone 'Africa/Nairobi') + interval '4 hours') from ${DAY_SERIES}`);
  for (const [metric, keys] of Object.entries(KEYS))
    await client.query(
      `insert into daily_figures (metric, day, key, value) select $1, day, key, 1 + floor(random() * $2) from ${DAY_SERIES}, unnest(${keys}) key`,
      [metric, plays],
    );
  await client.query(`insert into hourly_figures (metric, day, hour, value)
    select metric, day, hour, 1 + hour from (select distinct metric from daily_figures where metric in ('sign-ups', 'active-1', 'active-7',
      'active-30', 'minutes', 'plays', 'sent', 'refused', 'opened', 'closed', 'revenue', 'failed')) m, ${DAY_SERIES}, generate_series(0, 23) hour`);
  // The indexes are made afterwards: one by one, a million rows would take a minute.
  await client.query('alter table player_days drop constraint player_days_pkey');
  await client.query('drop index player_days_by_day');
  // Of those who are here on a day, most were here on the day before.
  for (let back = 0; back < DAYS; back++)
    await client.query(
      `insert into player_days (player_id, day, hour)
       select md5('player ' || ((n + ${back} * ${Math.ceil(active / 20)}) % ${players}))::uuid, (now() at time zone 'Africa/Nairobi')::date - ${back}, n % 24
       from generate_series(1, $1::int) n`,
      [active],
    );
  await client.query('alter table player_days add primary key (player_id, day)');
  await client.query('create index player_days_by_day on player_days (day, player_id) include (hour)');
  await client.query('vacuum analyze daily_figures, hourly_figures, counted_days, player_days');
  process.stdout.write(`${(active * DAYS).toLocaleString('en')} days of players\n`);
}
