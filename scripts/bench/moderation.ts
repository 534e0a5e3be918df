import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { AppContext } from '../../src/context.server.ts';
import { tokenHash } from '../../src/infra/auth/hashed-sessions.ts';
import { freePorts } from '../free-ports.ts';
import { describeMachine, formatTable, measureMs, percentile, saveSection, type BenchmarkRow } from './report.ts';
import { waitUntilUp } from './wait-until-up.ts';
import { withCatalogue } from './with-catalogue.ts';

// The team's pages over HTTP, with a day's cases open, when a thousand and when a hundred thousand cases are closed, each with all that
// happened meanwhile: 10,000 messages, 200 reports about players, 100 about games and 50 pictures a day. BENCH_CLOSED sets the larger
// number, BENCH_SAMPLES how often each page is asked for.

const root = path.resolve(import.meta.dirname, '../..');
const FEW_CLOSED = 1_000;
const MANY_CLOSED = Number(process.env['BENCH_CLOSED'] ?? 100_000);
const SAMPLES = Number(process.env['BENCH_SAMPLES'] ?? 200);
const GROWTH_MAX = 2;
const PLAYERS = 5_000;
const GAMES = 1_000;
const PER_DAY = { messages: 10_000, playerReports: 200, gameReports: 100, pictures: 50 };
const CASES_PER_DAY = PER_DAY.playerReports + PER_DAY.gameReports + PER_DAY.pictures;
const TOKEN = 'bench-token-of-the-operator';
const COOKIE = `kiddo_session=${TOKEN}.bench`;

/** The ids of player and game number `n`, SQL expressions. */
const playerOf = (n: string) => `md5('moderated player ' || (1 + (${n}) % ${PLAYERS}))::uuid`;
const gameOf = (n: string) => `'bench-' || lpad((1 + (${n}) % ${GAMES})::text, 8, '0')`;
/** A time within the last day, oldest first, of number `n` of `$1`. */
const TODAY = `now() - interval '23 hours' * (1 - n::float / $1::int)`;
/** A time in the days before, of number `n`, if `$1` come in a day. */
const BEFORE = `now() - interval '1 day' - (n::float / $1::int) * interval '1 day'`;

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-moderation-'));
  try {
    const rows = await withCatalogue(folder, GAMES, measure);
    const text = [
      '## moderation',
      `${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}. An operator's pages over HTTP, ${SAMPLES} times each, one after the other; open are the ${CASES_PER_DAY} reports and pictures of one day, 20 requests for help and 20 letters. With each closed case also the messages of its day: ${daysOf(MANY_CLOSED) * PER_DAY.messages} in the end.`,
      formatTable(rows),
    ].join('\n\n');
    process.stdout.write(`\n${text}\n`);
    if (write) await saveSection('moderation', text);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function measure(ctx: AppContext): Promise<BenchmarkRow[]> {
  const [port = 0, gamesPort = 0] = await freePorts(2);
  const client = new pg.Client({ connectionString: ctx.databaseUrl ?? '' });
  await client.connect();
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
  await client.query("set synchronous_commit = off; set work_mem = '256MB'; set statement_timeout = 0");
  await addPlayers(client);
  await addOpenCases(client);
  const server = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await waitUntilUp(`${origin}/healthz`);
    const pages = await choosePages(client);
    await addClosedCases(client, 0, FEW_CLOSED);
    const few = await measurePages(origin, pages);
    await addClosedCases(client, FEW_CLOSED, MANY_CLOSED);
    const many = await measurePages(origin, pages);
    return Object.keys(pages).map((page) => toRow(page, few[page] ?? [], many[page] ?? []));
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('exit', resolve));
    await client.end();
  }
}

function toRow(page: string, few: number[], many: number[]): BenchmarkRow {
  const growth = percentile(many, 0.95) / percentile(few, 0.95);
  const ms = (samples: number[], share: number) => `${percentile(samples, share).toFixed(1)} ms`;
  return {
    metric: `${page}: p95 with ${MANY_CLOSED.toLocaleString('en')} closed cases (with ${FEW_CLOSED.toLocaleString('en')}: ${ms(few, 0.95)}; medians ${ms(many, 0.5)} and ${ms(few, 0.5)})`,
    measured: `${ms(many, 0.95)}, ${growth.toFixed(2)} times`,
    target: `${GROWTH_MAX} times`,
    ok: growth <= GROWTH_MAX,
  };
}

/** The pages by name. The cases are those of today that have most reports, closed ones included. */
async function choosePages(client: pg.Client): Promise<Record<string, string>> {
  const first = async (text: string) => (await client.query<{ id: string }>(text)).rows[0]?.id ?? '';
  const player = await first(`select reported_player_id as id from player_reports where state = 'new' order by created_at limit 1`);
  const game = await first(`select game_id as id from reports where state = 'new' order by created_at limit 1`);
  const help = await first(`select id from help_requests where state = 'new' order by created_at limit 1`);
  const picture = await first(`select id from avatar_uploads where state = 'waiting' order by created_at limit 1`);
  const message = await first(`select id from contact_messages where state = 'open' order by created_at limit 1`);
  return {
    'all that waits': '/moderation',
    'reported players': '/moderation/players',
    'reported games': '/moderation/games',
    'requests for help': '/moderation/help',
    pictures: '/moderation/pictures',
    'approved pictures': '/moderation/pictures?state=approved',
    'dismissed reports about players': '/moderation/players?state=dismissed',
    letters: '/operator/messages',
    'one player': `/moderation/players/${player}`,
    'one game': `/moderation/games/${game}`,
    'one request for help': `/moderation/help/${help}`,
    'one picture': `/moderation/pictures/${picture}`,
    'one letter': `/operator/messages/${message}`,
  };
}

async function measurePages(origin: string, pages: Record<string, string>): Promise<Record<string, number[]>> {
  const measured: Record<string, number[]> = {};
  // The first round is the warm-up, of code and of what the database reads.
  for (const round of ['warm-up', 'measured'])
    for (const [name, page] of Object.entries(pages)) {
      const samples: number[] = [];
      const count = round === 'measured' ? SAMPLES : Math.ceil(SAMPLES / 4);
      for (let i = 0; i < count; i++) samples.push(await measureMs(() => ask(origin + page)));
      measured[name] = samples;
    }
  return measured;
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

function daysOf(closed: number): number {
  return Math.ceil(closed / CASES_PER_DAY);
}

async function addPlayers(client: pg.Client): Promise<void> {
  await client.query(`
    insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
    select ${playerOf('n - 1')}, 'moderated_' || n, 'Moderated ' || n, 'moderated_' || n || '@example.com', true, '1990-01', 18
    from generate_series(1, ${PLAYERS}) n`);
  await client.query(`
    insert into conversations (low_id, high_id, last_seq)
    select least(one, other), greatest(one, other), 0 from (
      select ${playerOf('n')} as one, ${playerOf('n + 1')} as other from generate_series(0, ${PLAYERS - 1}) n) pairs`);
  await client.query(`
    insert into players (id, username, display_name, email, email_confirmed, role, two_factor, birth_month, age_band)
    values (uuidv7(), 'bench_operator', 'Operator', 'operator@example.com', true, 'operator', true, '1990-01', 18)`);
  await client.query(
    `insert into sessions (id, player_id, token_hash, remembered, second_step, expires_at)
     select uuidv7(), id, $1, true, true, now() + interval '1 day' from players where username = 'bench_operator'`,
    [tokenHash(TOKEN)],
  );
}

/** What one day brings, and nobody has looked at yet. */
async function addOpenCases(client: pg.Client): Promise<void> {
  const open: [count: number, text: string][] = [
    [
      PER_DAY.playerReports,
      `insert into player_reports (id, reporter_id, reported_player_id, reason, description, evidence, message_seq, created_at)
       select gen_random_uuid(), ${playerOf('n * 7 + 3')}, ${playerOf('n % 150')},
         (array['bullying', 'bad-words', 'scary', 'pretends', 'other'])[1 + n % 5], 'They wrote something that I do not like, number ' || n,
         ${EVIDENCE}, 5, ${TODAY} from generate_series(1, $1::int) n`,
    ],
    [
      PER_DAY.gameReports,
      `insert into reports (id, game_id, player_id, reason, description, created_at)
       select gen_random_uuid(), ${gameOf('n % 60')}, ${playerOf('n')}, 'broken_game', 'It stops in part ' || n, ${TODAY}
       from generate_series(1, $1::int) n`,
    ],
    [
      PER_DAY.pictures,
      `insert into avatar_uploads (id, player_id, picture, created_at)
       select gen_random_uuid(), ${playerOf('n + 1000')}, 'open-' || n || '.webp', ${TODAY} from generate_series(1, $1::int) n`,
    ],
    [
      20,
      `insert into help_requests (id, player_id, kind, is_asked, words, created_at)
       select gen_random_uuid(), ${playerOf('n + 2000')}, 'distress', true, 'I am sad, number ' || n, ${TODAY} from generate_series(1, $1::int) n`,
    ],
    [
      20,
      `insert into contact_messages (id, name, email, subject, body, created_at)
       select gen_random_uuid(), 'Parent ' || n, 'parent' || n || '@example.com', 'A question', 'How do I see what my child plays?', ${TODAY}
       from generate_series(1, $1::int) n`,
    ],
  ];
  for (const [count, text] of open) await client.query(text, [count]);
}

/** A copy of 21 messages, as a report about a message has it. */
const EVIDENCE = `(select jsonb_agg(jsonb_build_object('seq', s, 'senderId', ${playerOf('n + s % 2')}, 'text', 'a message, number ' || s, 'at', now()))
  from generate_series(1, 21) s)`;

/** Cases that were decided in the days before, from number `from` to `to`, with their log and the messages of those days. */
async function addClosedCases(client: pg.Client, from: number, to: number): Promise<void> {
  const series = (share: number) =>
    `generate_series(${Math.round((from / CASES_PER_DAY) * share)}, ${Math.round((to / CASES_PER_DAY) * share) - 1}) n`;
  const state = `(array['resolved', 'dismissed'])[1 + n % 2]`;
  const closed: [perDay: number, text: string][] = [
    [
      PER_DAY.playerReports,
      `insert into player_reports (id, reporter_id, reported_player_id, reason, description, evidence, message_seq, state, created_at, decided_at)
       select gen_random_uuid(), ${playerOf('n * 11 + 5')}, ${playerOf('n * 13')}, 'bullying', 'A report of before, number ' || n, ${EVIDENCE}, 5,
         ${state}, at, at + interval '5 hours' from (select n, ${BEFORE} as at from ${series(PER_DAY.playerReports)}) c`,
    ],
    [
      PER_DAY.gameReports,
      `insert into reports (id, game_id, player_id, reason, description, state, created_at, decided_at)
       select gen_random_uuid(), ${gameOf('n * 7')}, ${playerOf('n')}, 'broken_game', 'It stopped, number ' || n, ${state}, at,
         at + interval '5 hours' from (select n, ${BEFORE} as at from ${series(PER_DAY.gameReports)}) c`,
    ],
    [
      PER_DAY.pictures,
      `insert into avatar_uploads (id, player_id, picture, state, created_at, decided_at)
       select gen_random_uuid(), ${playerOf('n')}, 'closed-' || n || '.webp', (array['approved', 'refused'])[1 + n % 2], at,
         at + interval '5 hours' from (select n, ${BEFORE} as at from ${series(PER_DAY.pictures)}) c`,
    ],
    [
      PER_DAY.messages,
      `insert into messages (low_id, high_id, seq, sender_id, client_id, body, sent_at)
       select least(one, other), greatest(one, other), 1 + n / ${PLAYERS}, one, gen_random_uuid(), 'a message, number ' || n, at
       from (select n, ${playerOf('n')} as one, ${playerOf('n + 1')} as other, ${BEFORE} as at
         from ${series(PER_DAY.messages)}) c`,
    ],
    [
      CASES_PER_DAY,
      `insert into audit_log (id, at, actor_name, action, subject_kind, subject_id, note)
       select uuidv7(), at, 'bench_operator', 'dismiss', case when n % 3 = 0 then 'game' else 'player' end,
         case when n % 3 = 0 then ${gameOf('n')} else ${playerOf('n')}::text end, 'Nothing that breaks a rule.'
       from (select n, ${BEFORE} as at from ${series(CASES_PER_DAY)}) c`,
    ],
  ];
  for (const [perDay, text] of closed) await client.query(text, [perDay]);
  await client.query('vacuum analyze');
  process.stdout.write(`${to.toLocaleString('en')} closed cases\n`);
}
