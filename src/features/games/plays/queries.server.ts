import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';

/** Writes a play: the play itself, its day's sum, and the viewer that is now open. */
export async function insertPlay(db: Database, play: { id: string; gameId: string; playerId: string | null }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('plays').values({ id: play.id, game_id: play.gameId, player_id: play.playerId }).execute();
    await trx
      .insertInto('game_days')
      .values({ game_id: play.gameId, day: sql`(now() at time zone 'UTC')::date`, plays: 1 })
      .onConflict((on) => on.columns(['game_id', 'day']).doUpdateSet({ plays: sql`game_days.plays + 1` }))
      .execute();
    await trx
      .insertInto('viewers')
      .values({ play_id: play.id, game_id: play.gameId, seen_at: sql`now()` })
      .execute();
  });
}

/**
 * Plays of the last 30 days, and growth: plays of these 7 days minus those of the 7 days before (readings.md).
 * Only games whose figures changed are written. @returns how many.
 */
export async function refreshPopularity(db: Database): Promise<number> {
  const done = await sql`
    with today as (select (now() at time zone 'UTC')::date as day),
    sums as (
      select d.game_id,
        sum(d.plays)::int as plays_30d,
        coalesce(sum(d.plays) filter (where d.day > today.day - 7), 0)::int
          - coalesce(sum(d.plays) filter (where d.day > today.day - 14 and d.day <= today.day - 7), 0)::int as growth_7d
      from game_days d, today where d.day > today.day - 30 group by d.game_id
    ),
    fresh as (
      select g.id, coalesce(s.plays_30d, 0) as plays_30d, coalesce(s.growth_7d, 0) as growth_7d
      from games g left join sums s on s.game_id = g.id
      where (g.plays_30d, g.growth_7d) is distinct from (coalesce(s.plays_30d, 0), coalesce(s.growth_7d, 0))
    )
    update games g set plays_30d = f.plays_30d, growth_7d = f.growth_7d from fresh f where g.id = f.id`.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}
