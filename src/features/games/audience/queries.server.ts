import { sql } from 'kysely';
import type { Database, QueryPrepared } from '../../../infra/database/database.ts';
import type { Cached } from '../../../infra/memory-cache.ts';
import { PRESENCE_TIMEOUT_SECONDS } from './rules.ts';

/**
 * Number of people in each game now, by game id. Games with nobody in them are absent. Cached for 2 seconds, because every card on every
 * page reads it.
 */
export function getPlayerCounts(cached: Cached, prepared: QueryPrepared): Promise<Map<string, number>> {
  return cached('players now', 2_000, () => countPlayersByGame(prepared));
}

const PLAYERS_BY_GAME = {
  name: 'players by game',
  text: `select game_id, count(*)::int as players from active_plays where seen_at > now() - make_interval(secs => $1) group by game_id`,
};

async function countPlayersByGame(prepared: QueryPrepared): Promise<Map<string, number>> {
  const rows = await prepared<{ game_id: string; players: number }>(PLAYERS_BY_GAME, [PRESENCE_TIMEOUT_SECONDS]);
  return new Map(rows.map((row) => [row.game_id, row.players]));
}

/** Deletes game frames whose last heartbeat is four presence timeouts ago or older. */
export async function deleteStaleGameFrames(db: Database): Promise<void> {
  await sql`delete from active_plays where seen_at < now() - make_interval(secs => ${PRESENCE_TIMEOUT_SECONDS * 4})`.execute(db);
}
