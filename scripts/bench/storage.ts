import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { AppContext } from '../../src/context.server.ts';
import { makePlayers } from './players.ts';
import { describeMachine, saveSection } from './report.ts';
import { withCatalogue } from './with-catalogue.ts';

// What the rows that grow with players take on the disk, indexes included, and how much write-ahead log writing them makes. From these
// figures docs/scale.md reckons how large a database gets. The rows are put in many at once, ordered by time as they come in life; on a
// busy site pages are less full, for which docs/scale.md adds a half.

const GAMES = 2_000;
const PLAYERS = 20_000;
/** How many rows of each kind are made, if not one for each player. */
const ROWS = 200_000;
/** As long as messages are in the labelled texts of the filter, at the median and a bit more. */
const MESSAGE_LETTERS = 60;

/** Player and game number `n`, SQL expressions; the orders do not follow each other, as in life. */
const player = (n: string) => `(select id from bench_player where place = 1 + (${n}) % ${PLAYERS})`;
const game = (n: string) => `(select id from bench_game where place = 1 + (${n}) * 7 % ${GAMES})`;
/** Another game for each of a player's rows; `game` comes back to the same ones, as players do. */
const otherGame = `(select id from bench_game where place = 1 + (n + n / ${PLAYERS}) % ${GAMES})`;
const id = (name: string) => `md5('${name} ' || n)::uuid`;
const at = `now() - interval '30 days' * (1 - n::float / ${ROWS})`;
const rows = (count: number) => `generate_series(0, ${count - 1}) as n`;
const FRIENDS = ROWS / PLAYERS;

/** What is written for each kind, in the order in which it can be. `tables` are those that grow by it. */
const KINDS: readonly { what: string; count: number; tables: readonly string[]; sql: readonly string[] }[] = [
  {
    what: 'a friendship, with its conversation',
    count: ROWS,
    tables: ['friendships', 'conversations'],
    sql: [
      `create table bench_pair as
        select row_number() over () - 1 as n, least(a, b) as low, greatest(a, b) as high
        from (select ${player('n')} as a, ${player(`n + 1 + n / ${PLAYERS}`)} as b from ${rows(ROWS)}) as pair`,
      'create index on bench_pair (n)',
      `insert into friendships (low_id, high_id, state, requested_by, requested_at, accepted_at)
        select low, high, 'accepted', low, now(), now() from bench_pair`,
      'insert into conversations (low_id, high_id) select low, high from bench_pair on conflict do nothing',
    ],
  },
  {
    what: `a message of ${MESSAGE_LETTERS} letters`,
    count: ROWS,
    tables: ['messages'],
    sql: [
      `insert into messages (low_id, high_id, seq, sender_id, client_id, body, sent_at)
        select low, high, 1 + n / 1000, low, ${id('message')}, left(repeat(md5(n::text), 2), ${MESSAGE_LETTERS}), ${at}
        from ${rows(ROWS)} join bench_pair using (n)`,
    ],
  },
  {
    what: 'a play, with the history and the playing time of its player',
    count: ROWS,
    tables: ['plays', 'play_history', 'play_times', 'game_days', 'play_totals'],
    sql: [
      `insert into plays (id, player_id, game_id, started_at)
        select ${id('play')}, ${player('n')}, ${game('n')}, ${at} from ${rows(ROWS)}`,
      `insert into play_history (id, player_id, game_id, played_at)
        select ${id('play')}, ${player('n')}, ${game('n')}, ${at} from ${rows(ROWS)} on conflict do nothing`,
      `insert into play_times (player_id, game_id, counted_to, seconds)
        select ${player('n')}, ${game('n')}, ${at}, 300 from ${rows(ROWS)} on conflict do nothing`,
    ],
  },
  {
    what: 'a notification',
    count: ROWS,
    tables: ['notifications'],
    sql: [
      `insert into notifications (id, player_id, type, title, message, event, created_at)
        select ${id('notification')}, ${player('n')}, 'general', 'Daily kiddocash', 'You got 10 kiddocash for today.', 'bench-' || n, ${at}
        from ${rows(ROWS)}`,
    ],
  },
  {
    what: 'an entry of the ledger of kiddocash',
    count: ROWS,
    tables: ['ledger'],
    sql: [
      `insert into ledger (id, player_id, amount, balance, source, source_ref, at)
        select ${id('entry')}, ${player('n')}, 1, 1 + n / ${PLAYERS}, 'bench', 'bench-' || n, ${at} from ${rows(ROWS)}`,
    ],
  },
  {
    what: 'a favorite and a rating',
    count: ROWS,
    tables: ['favorites', 'ratings'],
    sql: [
      `insert into favorites (player_id, game_id, created_at) select ${player('n')}, ${otherGame}, ${at} from ${rows(ROWS)} on conflict do nothing`,
      `insert into ratings (player_id, game_id, stars, created_at, updated_at)
        select ${player('n')}, ${otherGame}, 4, ${at}, ${at} from ${rows(ROWS)} on conflict do nothing`,
    ],
  },
  {
    what: 'a day on which a player was here',
    count: PLAYERS * 20,
    tables: ['player_days'],
    sql: [
      `insert into player_days (player_id, day, hour)
        select ${player('n')}, current_date - n / ${PLAYERS}, n % 24 from ${rows(PLAYERS * 20)} on conflict do nothing`,
    ],
  },
];

/** Prints what rows take on the disk. */
export async function run({ write }: { write: boolean }): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-bench-storage-'));
  try {
    const lines = await withCatalogue(folder, GAMES, measure);
    const text = `## storage\n\n${describeMachine()}. One run on ${new Date().toISOString().slice(0, 10)}: ${PLAYERS} players with ${FRIENDS * 2} friends each, and ${ROWS} rows of each kind; what they take with their indexes, and the write-ahead log that they made.\n\n| what | on the disk | log |\n|---|---|---|\n${lines.join('\n')}`;
    process.stdout.write(`\n${text}\n`);
    if (write) await saveSection('storage', text);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function measure(ctx: AppContext): Promise<string[]> {
  const client = new pg.Client({ connectionString: ctx.databaseUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set work_mem = '256MB'; set statement_timeout = 0");
    const lines = [
      await measureOne(client, 'an account with its session', PLAYERS, await tableNames(client), () => makePlayers(ctx, PLAYERS)),
    ];
    await client.query('create table bench_player as select row_number() over (order by id) as place, id from players');
    await client.query('create table bench_game as select row_number() over (order by id) as place, id from games');
    await client.query('create unique index on bench_player (place); create unique index on bench_game (place); analyze');
    for (const { what, count, tables, sql } of KINDS)
      lines.push(
        await measureOne(client, what, count, tables, async () => {
          for (const statement of sql) await client.query(statement);
        }),
      );
    return lines;
  } finally {
    await client.end();
  }
}

/** @returns the line of the table for what `make` makes `count` times */
async function measureOne(
  client: pg.Client,
  what: string,
  count: number,
  tables: readonly string[],
  make: () => Promise<unknown>,
): Promise<string> {
  const before = await readState(client, tables);
  await make();
  const after = await readState(client, tables);
  const bytes = (value: number) => `${Math.round(value / count)} B`;
  process.stdout.write(`${what}: done\n`);
  return `| ${what} | ${bytes(after.size - before.size)} | ${bytes(after.log - before.log)} |`;
}

/** The size of tables with their indexes, and the place of the end of the write-ahead log, in bytes. */
async function readState(client: pg.Client, tables: readonly string[]): Promise<{ size: number; log: number }> {
  await client.query('checkpoint');
  const { rows: found } = await client.query<{ size: string; log: string }>(
    "select sum(pg_total_relation_size(name::regclass)) as size, pg_current_wal_lsn() - '0/0'::pg_lsn as log from unnest($1::text[]) as name",
    [tables],
  );
  return { size: Number(found[0]?.size), log: Number(found[0]?.log) };
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  return found.map(({ name }) => name);
}
