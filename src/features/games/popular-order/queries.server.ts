import { sql } from 'kysely';
import { lockCatalogue } from '../../../infra/database/catalogue-lock.ts';
import type { Database } from '../../../infra/database/database.ts';

/**
 * Begins the next generation of the popular order, unless the current one was made after `since`. From now on lists of the generation
 * before are not read any more. Two processes may both begin the same one: they write the same keys.
 * @returns the number of the next generation, or null if it is too early
 */
export async function beginGeneration(db: Database, since: Date): Promise<number | null> {
  const begun = await db
    .updateTable('popular_order')
    .set({ is_preparing: true })
    .where((eb) => eb.or([eb('created_at', 'is', null), eb('created_at', '<=', since)]))
    .returning('generation')
    .executeTakeFirst();
  return begun === undefined ? null : begun.generation + 1;
}

/**
 * Writes the sort keys of the next generation for at most `limit` games in id order after `after`: their plays of the last 30 days.
 * @returns the last id covered; null at the end, also if another process has published this generation meanwhile
 */
export async function writeSortKeys(db: Database, generation: number, after: string, limit: number): Promise<string | null> {
  const column = sql.ref(generation % 2 === 0 ? 'popular_even' : 'popular_odd');
  return db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    const { rows } = await sql<{ last: string | null }>`
      with batch as (
        select id, -plays_30d as popular from games
        where id > ${after} and exists (select 1 from popular_order where generation = ${generation - 1})
        order by id limit ${limit}
      ),
      written as (
        update listing_entries s set ${column} = batch.popular from batch
        where s.game_id = batch.id and s.${column} <> batch.popular
      )
      select max(id) as last from batch`.execute(trx);
    return rows[0]?.last ?? null;
  });
}

/** Shows the next generation, once. */
export async function publishGeneration(db: Database, generation: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    await trx
      .updateTable('popular_order')
      .set({ generation, is_preparing: false, created_at: now })
      .where('generation', '=', generation - 1)
      .execute();
  });
}
