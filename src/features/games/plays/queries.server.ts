import { sql } from 'kysely';
import { lockCatalogue } from '../../../infra/database/catalogue-lock.ts';
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
 * Plays of the last 30 days, and growth: plays of these 7 days minus those of the 7 days before (readings.md),
 * of at most `limit` games that were ever played, by id after `after`. Only what changed is written.
 * @returns the last id looked at, or null at the end.
 */
export async function refreshPopularity(db: Database, after: string, limit: number): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    const { rows } = await sql<{ last: string | null }>`
      with today as (select (now() at time zone 'UTC')::date as day),
      batch as (
        select id from (
          (select distinct game_id as id from game_days where game_id > ${after} order by 1 limit ${limit})
          union
          (select id from games where id > ${after} and (plays_30d <> 0 or growth_7d <> 0) order by id limit ${limit})
        ) played order by id limit ${limit}
      ),
      sums as (
        select b.id,
          coalesce(sum(d.plays) filter (where d.day > today.day - 30), 0)::int as plays_30d,
          coalesce(sum(d.plays) filter (where d.day > today.day - 7), 0)::int
            - coalesce(sum(d.plays) filter (where d.day > today.day - 14 and d.day <= today.day - 7), 0)::int as growth_7d
        from batch b cross join today left join game_days d on d.game_id = b.id and d.day > today.day - 30 group by b.id
      ),
      written as (
        update games g set plays_30d = s.plays_30d, growth_7d = s.growth_7d from sums s
        where g.id = s.id and (g.plays_30d, g.growth_7d) is distinct from (s.plays_30d, s.growth_7d)
      )
      select max(id) as last from batch`.execute(trx);
    return rows[0]?.last ?? null;
  });
}
