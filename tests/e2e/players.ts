import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import pg from 'pg';
import { attachEmbeddedDatabase } from '../../src/infra/database/embedded.ts';
import { createSignedInPlayer, type TestPlayer } from '../test-players.ts';

// Creates players directly in the database, so that journeys need not walk through the steps each time.

export type { TestPlayer as Known };

const pools = new Map<string, Promise<pg.Pool>>();

/** Queries the database of a running site. @param dataDir of that site; by default of the shared one */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  dataDir = process.env['TEST_DATA_DIR'] ?? '',
): Promise<Row[]> {
  const pool = pools.get(dataDir) ?? connect(dataDir);
  pools.set(dataDir, pool);
  return (await (await pool).query<Row>(text, values)).rows;
}

/** Makes the next query connect again: this folder's database was killed, and restarts on another port. */
export function reconnect(dataDir: string): void {
  pools.delete(dataDir);
}

async function connect(dataDir: string): Promise<pg.Pool> {
  const { url } = await attachEmbeddedDatabase(path.join(dataDir, 'postgres'), () => {});
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true, idleTimeoutMillis: 60_000 });
  pool.on('error', () => {});
  return pool;
}

/** Creates a confirmed player and signs this browser in. */
export async function signInNewPlayer(
  context: BrowserContext,
  { role, dataDir, origin }: { role?: string; dataDir?: string; origin: string },
): Promise<TestPlayer> {
  const { known, cookie } = await createSignedInPlayer((text, values) => query(text, values, dataDir), role);
  await context.addCookies([{ ...cookie, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  return known;
}

/** Simulates playing time for a player who has a game open. */
export async function advancePlayTime(playerId: string, seconds: number, dataDir?: string): Promise<void> {
  await query(
    `update active_plays set seen_at = seen_at - make_interval(secs => $2) where play_id in (select id from plays where player_id = $1)`,
    [playerId, seconds],
    dataDir,
  );
  await query(
    `update play_times set counted_to = counted_to - make_interval(secs => $2) where player_id = $1`,
    [playerId, seconds],
    dataDir,
  );
}
