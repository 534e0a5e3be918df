import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import pg from 'pg';
import { joinEmbedded } from '../../src/infra/database/embedded.ts';
import { tokenHash } from '../../src/infra/sign-in/hashed-sessions.ts';
import { newId } from '../../src/shared/ids.ts';

// Players that are there already: what comes before a journey need not be walked each time.

export type Known = { id: string; username: string; displayName: string };

const pools = new Map<string, Promise<pg.Pool>>();

/** Asks the database of a running site. @param dataDir of that site; else of the one all journeys share */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  dataDir = process.env['TEST_DATA_DIR'] ?? '',
): Promise<Row[]> {
  const pool = pools.get(dataDir) ?? connect(dataDir);
  pools.set(dataDir, pool);
  return (await (await pool).query<Row>(text, values)).rows;
}

/** The next question connects anew: the database of this folder was killed, and comes back on another port. */
export function connectAnew(dataDir: string): void {
  pools.delete(dataDir);
}

async function connect(dataDir: string): Promise<pg.Pool> {
  const { url } = await joinEmbedded(path.join(dataDir, 'postgres'), () => {});
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true, idleTimeoutMillis: 1_000 });
  pool.on('error', () => {});
  return pool;
}

/** Letters that never make a word or a number: of random hex digits one name in twenty is one that the text filter refuses. */
const LETTERS = 'bdlmnrtv';
let made = randomBytes(2).readUInt16BE();

/** Ten letters. The first four, which is what is shown, come again only after 4,096 players: those of one test are never the same. */
function randomName(): string {
  made++;
  const first = Array.from({ length: 4 }, (_, place) => LETTERS[Math.trunc(made / 8 ** (3 - place)) % 8]);
  return [...first, ...Array.from(randomBytes(6), (byte) => LETTERS[byte % 8])].join('');
}

/** Makes a confirmed player and signs this browser in as them. */
export async function enter(
  context: BrowserContext,
  { role = 'player', dataDir, origin }: { role?: string; dataDir?: string; origin: string },
): Promise<Known> {
  const username = `known_${randomName()}`;
  const known = { id: newId(), username, displayName: `Known ${username.slice(6, 10)}` };
  const token = randomBytes(24).toString('base64url');
  await query(
    `insert into players (id, username, display_name, email, email_confirmed, role) values ($1, $2, $3, $4, true, $5)`,
    [known.id, username, known.displayName, `${username}@example.com`, role],
    dataDir,
  );
  await query(
    `insert into sessions (id, player_id, token_hash, remembered, expires_at) values ($1, $2, $3, true, now() + interval '1 day')`,
    [newId(), known.id, tokenHash(token)],
    dataDir,
  );
  await context.addCookies([{ name: 'kiddo_session', value: `${token}.test`, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  return known;
}

/** Lets time pass for whoever has a game open: what a minute of playing would do. */
export async function letPlayTimePass(playerId: string, seconds: number, dataDir?: string): Promise<void> {
  await query(
    `update viewers set seen_at = seen_at - make_interval(secs => $2) where play_id in (select id from plays where player_id = $1)`,
    [playerId, seconds],
    dataDir,
  );
  await query(
    `update play_times set counted_to = counted_to - make_interval(secs => $2) where player_id = $1`,
    [playerId, seconds],
    dataDir,
  );
}
