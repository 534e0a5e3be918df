import { sql } from 'kysely';
import pg from 'pg';
import type { AppContext } from '../../src/context.server.ts';
import { beginFigure } from '../../src/features/avatars/begin/service.server.ts';
import { tokenHash } from '../../src/infra/auth/hashed-sessions.ts';
import type { Player } from './players.ts';

// A site full of players, and one of them with a life of their own, whose pages are measured.

const TOKEN = 'bench-token-of-the-first-player';
const FRIENDS = 30;
const REQUESTS = 3;

/** The id of player number `n`, an SQL expression: the same in every run. */
const idOf = (n: string) => `md5('bench player ' || (${n}))::uuid`;
const gameOf = (n: string) => `'bench-' || lpad((1 + (${n}) % $1::int)::text, 8, '0')`;

/**
 * Fills the database with `count` players, each with a session, an avatar, a friend, a favorite, a play in the history, a notification and
 * an item; and with all of that and more for the first player. Does nothing but refresh who is online if the players are there already.
 * The games `bench-00000001` to `count` and the shop's items must be there.
 * @returns the first player
 */
export async function generateCrowd(ctx: AppContext, count: number, onProgress: (text: string) => void): Promise<Player> {
  const client = new pg.Client({ connectionString: ctx.databaseUrl ?? '' });
  await client.connect();
  try {
    await client.query(
      "set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set jit = off; set statement_timeout = 0",
    );
    const { rows } = await client.query<{ id: string; is_there: boolean }>(
      `select ${idOf('1')} as id, exists (select 1 from sessions where token_hash = $1) as is_there`,
      [tokenHash(TOKEN)],
    );
    const { id = '', is_there: isThere = false } = rows[0] ?? {};
    if (!isThere) {
      // In one transaction, so that a run that was stopped leaves nothing half done.
      await client.query('begin');
      for (const [what, text] of CROWD) {
        if (text === PLAYERS) await withoutTrigrams(client, () => client.query(text, [count]));
        else await client.query(text, [count]);
        onProgress(`${what} of ${count.toLocaleString('en')} players`);
      }
      for (const text of FIRST_PLAYER) await client.query(text, [count]);
      await client.query('insert into sessions (id, player_id, token_hash, remembered, expires_at) values (uuidv7(), $1, $2, true, $3)', [
        id,
        tokenHash(TOKEN),
        new Date('2100-01-01'),
      ]);
      await client.query('commit');
      onProgress('vacuum and statistics');
      await client.query('vacuum analyze');
      await client.query('checkpoint');
      await beginFigure(ctx, id);
    }
    await refreshPresence(ctx, id);
    return { id, cookie: `kiddo_session=${TOKEN}.bench` };
  } finally {
    await client.end();
  }
}

/** Every third friend is online for the next hour: longer than a measurement takes. */
async function refreshPresence(ctx: AppContext, playerId: string): Promise<void> {
  await sql`
    insert into presence (player_id, seen_at, is_offline)
    select friend, now() + interval '1 hour', false from (
      select case when low_id = ${playerId} then high_id else low_id end as friend, row_number() over (order by low_id, high_id) as place
      from friendships where ${playerId} in (low_id, high_id) and state = 'accepted') friends
    where place % 3 = 0
    on conflict (player_id) do update set seen_at = excluded.seen_at, is_offline = false`.execute(ctx.db);
}

/** Runs `insert` without the index of parts of names, and makes it again: a million rows one by one take several times as long. */
async function withoutTrigrams(client: pg.Client, insert: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where schemaname = current_schema() and indexname = 'players_found'",
  );
  if (!rows[0]) throw new Error('there is no index players_found');
  await client.query('drop index players_found');
  await insert();
  await client.query(rows[0].indexdef);
}

/** As if each had been drawn: no picture is requested here. */
const PLAYERS = `insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band, avatar_url)
  select ${idOf('n')}, 'bench_' || n, 'Bench ' || n, 'bench_' || n || '@example.com', true, '1990-01', 18,
    '/media/avatars/' || ${idOf('n')} || '/bench/face.webp' from generate_series(1, $1::int) n`;

/** What every player has. $1: how many players and generated games there are. The first 50 players are only friends of the first. */
const CROWD: [what: string, text: string][] = [
  ['accounts and avatars', PLAYERS],
  [
    'sessions',
    `insert into sessions (id, player_id, token_hash, remembered, expires_at)
     select uuidv7(), ${idOf('n')}, 'bench ' || md5(n::text), true, timestamptz '2100-01-01' from generate_series(2, $1::int) n`,
  ],
  [
    'friends',
    `insert into friendships (low_id, high_id, state, requested_by, requested_at, accepted_at)
     select least(a, b), greatest(a, b), 'accepted', a, now() - interval '9 days', now() - interval '8 days'
     from (select ${idOf('n')} as a, ${idOf('n + 1')} as b from generate_series(51, $1::int - 1) n) pair`,
  ],
  [
    'favorites',
    `insert into favorites (player_id, game_id, created_at)
     select ${idOf('n')}, ${gameOf('n * 7')}, now() - n * interval '1 second' from generate_series(2, $1::int) n`,
  ],
  [
    'history',
    `insert into play_history (id, player_id, game_id, played_at)
     select gen_random_uuid(), ${idOf('n')}, ${gameOf('n * 11')}, now() - n * interval '1 second' from generate_series(2, $1::int) n`,
  ],
  [
    'notifications',
    `insert into notifications (id, player_id, type, title, message, event)
     select uuidv7(), ${idOf('n')}, 'general', 'Welcome', 'Choose a game and play.', 'bench' from generate_series(2, $1::int) n`,
  ],
  [
    'items',
    `insert into inventory (player_id, item_id, category, price)
     select ${idOf('n')}, i.id, i.category, i.price from generate_series(2, $1::int) n, (select * from items where id = 'football') i`,
  ],
];

const ME = idOf('1');

/** What the first player has: more than fits on the first page of every list. */
const FIRST_PLAYER = [
  `update avatars set render_id = 'bench' where player_id = ${ME} and $1::int > 0`,
  `insert into friendships (low_id, high_id, state, requested_by, requested_at, accepted_at)
   select least(${ME}, other), greatest(${ME}, other), case when n <= ${FRIENDS} + 1 then 'accepted' else 'pending' end, other,
     now() - n * interval '1 day', case when n <= ${FRIENDS} + 1 then now() - n * interval '1 hour' end
   from (select n, ${idOf('n')} as other from generate_series(2, least($1::int, ${1 + FRIENDS + REQUESTS})) n) others`,
  `select add_message(least(${ME}, other), greatest(${ME}, other), other, gen_random_uuid(), 'Shall we play again after school? ' || m, now() - n * interval '1 hour')
   from (select n, ${idOf('n')} as other from generate_series(2, 9) n) others, generate_series(1, 3) m where $1::int > 0`,
  `insert into favorites (player_id, game_id, created_at)
   select ${ME}, ${gameOf('n')}, now() - n * interval '1 hour' from generate_series(1, 60) n
   union all select ${ME}, 'matatu-rush', now()`,
  `insert into play_history (id, player_id, game_id, played_at)
   select gen_random_uuid(), ${ME}, ${gameOf('n % 80')}, now() - n * interval '2 hours' from generate_series(1, 300) n
   union all select gen_random_uuid(), ${ME}, 'matatu-rush', now()`,
  `insert into play_times (player_id, game_id, seconds, counted_to)
   select ${ME}, ${gameOf('n')}, 600, now() from generate_series(1, 60) n union all select ${ME}, 'matatu-rush', 600, now() where $1::int > 0`,
  `insert into ratings (player_id, game_id, stars) select ${ME}, 'matatu-rush', 5 where $1::int > 0`,
  `insert into recommendations (player_id, created_at, position, game_id)
   select ${ME}, now(), n, ${gameOf('n + 61')} from generate_series(1, 36) n`,
  `insert into notifications (id, player_id, type, title, message, related_id, event, is_read)
   select uuidv7(), ${ME}, case when n % 2 = 0 then 'friend_accepted' else 'game_update' end, 'News ' || n, 'Something happened that you may like.',
     case when n % 2 = 0 then (${idOf('2')})::text else 'matatu-rush' end, 'bench ' || n, n <= 35 from generate_series(1, 40) n where $1::int > 0`,
  `insert into wallets (player_id, balance) select ${ME}, 1200 where $1::int > 0`,
  `insert into ledger (id, player_id, amount, balance, source, source_ref)
   select uuidv7(), ${ME}, 100, 100 * n, 'operator', 'bench ' || n from generate_series(1, 12) n where $1::int > 0`,
  `insert into inventory (player_id, item_id, category, price, is_worn, bought_at)
   select ${ME}, id, category, price, row_number() over (partition by category order by position) = 1, now() - position * interval '1 minute'
   from (select * from items where stock is null and is_listed order by position limit 24) chosen where $1::int > 0`,
];
