import { sql } from 'kysely';
import type { Database, QueryPrepared } from '../../../infra/database/database.ts';
import type { Cached } from '../../../infra/kept.ts';
import { PRESENT_SECONDS } from './rules.ts';

/**
 * People in each game now, by game id; games with nobody are not in it. Made at most once in two seconds:
 * every card of every page reads it.
 */
export function playersNow(kept: Cached, prepared: QueryPrepared): Promise<Map<string, number>> {
  return kept('players now', 2_000, () => viewersByGame(prepared));
}

const VIEWERS = {
  name: 'viewers by game',
  text: `select game_id, count(*)::int as players from viewers where seen_at > now() - make_interval(secs => $1) group by game_id`,
};

async function viewersByGame(prepared: QueryPrepared): Promise<Map<string, number>> {
  const rows = await prepared<{ game_id: string; players: number }>(VIEWERS, [PRESENT_SECONDS]);
  return new Map(rows.map((row) => [row.game_id, row.players]));
}

/** Forgets viewers that were not heard of for longer than they count. */
export async function sweepViewers(db: Database): Promise<void> {
  await sql`delete from viewers where seen_at < now() - make_interval(secs => ${PRESENT_SECONDS * 4})`.execute(db);
}
