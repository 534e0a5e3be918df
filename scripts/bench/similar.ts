import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { AppContext } from '../../src/context.server.ts';
import { similarGamesJobs } from '../../src/features/games/similar/jobs.server.ts';
import { listSimilarGames } from '../../src/features/games/similar/service.server.ts';
import { VISITOR } from '../../src/shared/permissions.ts';
import { describeMachine, formatTable, measureMs, percentile, saveSection, type BenchmarkRow } from './report.ts';
import { withCatalogue } from './with-catalogue.ts';

// Measures 'More like this' with 1,000,000 games and the plays of 40,000 players, and beside it what the same question costs without the
// table of co-plays: counted from the history when it is asked. BENCH_DIR keeps the database for another run; BENCH_GAMES sets its size.

const GAMES = Number(process.env['BENCH_GAMES'] ?? 1_000_000);
const PLAYERS = 40_000;
const PLAYS_EACH = 30;
const SAMPLES = 200;
const BASELINE_SAMPLES = 20;
const WARMUP_CALLS = 20;
const TARGET_MS = 15;

/** Runs the benchmark. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = process.env['BENCH_DIR'] ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-')));
  const lines = await withCatalogue(path.join(folder, String(GAMES)), GAMES, measure);
  const text = [
    '## similar',
    `${describeMachine()}. ${GAMES.toLocaleString('en')} generated games, ${(PLAYERS * PLAYS_EACH).toLocaleString('en')} plays of ${PLAYERS.toLocaleString('en')} players, ${SAMPLES} samples a figure, one run on ${new Date().toISOString().slice(0, 10)}.`,
    formatTable(lines),
  ].join('\n\n');
  process.stdout.write(`\n${text}\n`);
  if (write) await saveSection('similar', text);
  if (!process.env['BENCH_DIR']) await fs.rm(folder, { recursive: true, force: true });
}

async function measure(ctx: AppContext): Promise<BenchmarkRow[]> {
  await generateHistory(ctx);
  const jobMs = await measureMs(async () => {
    for (const job of similarGamesJobs) await job.run(ctx);
  });
  await sql`analyze co_plays`.execute(ctx.db);
  const coPlayed = await sampleIds(
    ctx,
    sql`select game_id as id from co_plays group by 1 having count(*) >= 6 order by md5(game_id) limit ${SAMPLES}`,
  );
  const mostPlayed = await sampleIds(ctx, sql`select game_id as id from play_history group by 1 order by count(*) desc limit ${SAMPLES}`);
  const unplayed = await sampleIds(
    ctx,
    sql`select id from (
      select id from games g where not exists (select 1 from co_plays c where c.game_id = g.id) limit 5000) unplayed order by md5(id) limit ${SAMPLES}`,
  );
  const p95 = (ids: string[]) => percentileOf(ids, SAMPLES, (id) => listSimilarGames(ctx, VISITOR, id));
  const row = (metric: string, ms: number): BenchmarkRow => ({
    metric: `${metric}, p95`,
    measured: `${ms.toFixed(1)} ms`,
    target: `${TARGET_MS} ms`,
    ok: ms <= TARGET_MS,
  });
  const counted = await percentileOf(mostPlayed, BASELINE_SAMPLES, (id) => countFromHistory(ctx, id));
  const most = await p95(mostPlayed);
  return [
    row('games played by the same players', await p95(coPlayed)),
    row('the most played games', most),
    row('games that nobody plays: by genres and tags', await p95(unplayed)),
    {
      metric: 'baseline: the most played games, counted from the history when asked, p95',
      measured: `${counted.toFixed(1)} ms, ${(counted / most).toFixed(0)} times as long`,
      target: 'leads on',
      ok: true,
    },
    { metric: 'the job that counts co-plays', measured: `${(jobMs / 1000).toFixed(0)} s`, target: '30 minutes', ok: jobMs < 1_800_000 },
  ];
}

async function sampleIds(ctx: AppContext, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(ctx.db);
  return (rows as { id: string }[]).map((row) => row.id);
}

async function percentileOf(ids: string[], count: number, call: (id: string) => Promise<unknown>): Promise<number> {
  const idAt = (i: number) => ids[i % ids.length] as string;
  for (let i = 0; i < Math.min(WARMUP_CALLS, count / 2); i++) await call(idAt(i));
  const samples: number[] = [];
  for (let i = 0; i < count; i++) samples.push(await measureMs(() => call(idAt(i))));
  return percentile(samples, 0.95);
}

/** What a request would do without the table: it looks at everything that the players of this game also played. */
async function countFromHistory(ctx: AppContext, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '1min'`.execute(trx);
    await sql`
      select other.game_id, count(distinct other.player_id) as players from play_history mine
      join play_history other on other.player_id = mine.player_id and other.game_id <> mine.game_id
      where mine.game_id = ${id} group by 1 order by 2 desc, 1 limit 24`.execute(trx);
  });
}

/** Plays of many players: few games are played by very many, and each player has a taste, a tenth of the games in which the choice falls. */
async function generateHistory(ctx: AppContext): Promise<void> {
  if (ctx.config.database.kind !== 'server') throw new Error('the benchmark runs on a database of its own');
  const client = new pg.Client({ connectionString: ctx.config.database.url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from play_history limit 1');
    if (rowCount !== 0) return;
    await client.query("set synchronous_commit = off; set work_mem = '256MB'; set jit = off; select setseed(0.5)");
    await client.query(INSERT_PLAYERS, [PLAYERS]);
    await client.query(INSERT_HISTORY, [PLAYS_EACH, GAMES]);
    await client.query(
      'insert into game_days (game_id, day, plays) select game_id, played_at::date, count(*) from play_history group by 1, 2',
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const INSERT_PLAYERS = `
  insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
  select gen_random_uuid(), 'bench_' || n, 'Bench ' || n, 'bench_' || n || '@example.com', true, '1990-01', 18 from generate_series(1, $1::int) n on conflict do nothing`;

const INSERT_HISTORY = `
  insert into play_history (id, player_id, game_id, played_at)
  select gen_random_uuid(), p.id,
    'bench-' || lpad((1 + (floor(power($2::int / 10, random()))::int * 10 + p.taste) % $2::int)::text, 8, '0'),
    now() - random() * interval '80 days'
  from (select id, row_number() over (order by username) % 10 as taste from players) p, generate_series(1, $1::int) n`;
