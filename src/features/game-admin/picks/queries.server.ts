import { sql, type Transaction } from 'kysely';
import { lockCatalogue } from '../../../infra/database/catalogue-lock.ts';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

export type PickRow = { id: string; title: string };

/** The staff picks in their order, locked until the end of the transaction. */
export async function lockPicks(trx: Transaction<DB>): Promise<PickRow[]> {
  await lockCatalogue(trx);
  const { rows } = await sql<PickRow>`
    select id, title from games where staff_order is not null order by staff_order, id for no key update`.execute(trx);
  return rows;
}

/**
 * Numbers the staff picks in this order, and takes all others off. Only what differs is written; an import leaves all of them as they are
 * from now on.
 */
export async function writePicks(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`
    update games g set staff_order = n.place,
      edited_columns = array(select distinct unnest(g.edited_columns || '{staff_order}'::text[]) order by 1)
    from (
      select id, place from unnest(${[...ids]}::text[]) with ordinality as o (id, place)
      union all select id, null from games where staff_order is not null and id <> all (${[...ids]}::text[])
    ) n
    where g.id = n.id and (g.staff_order is distinct from n.place or 'staff_order' <> all (g.edited_columns))`.execute(trx);
}

/** A game that players see, locked against being hidden. The caller has the catalogue lock. */
export async function findShownGame(trx: Transaction<DB>, id: string): Promise<PickRow | undefined> {
  const { rows } = await sql<PickRow>`select id, title from games where id = ${id} and hidden_at is null for no key update`.execute(trx);
  return rows[0];
}

export type PlanRow = { id: string; game_id: string; title: string; starts_at: Date; ends_at: Date };

/** What is featured now or later, the next first. */
export async function listPlans(db: Database, now: Date): Promise<PlanRow[]> {
  return db
    .selectFrom('featured_games as f')
    .innerJoin('games as g', 'g.id', 'f.game_id')
    .select(['f.id', 'f.game_id', 'g.title', 'f.starts_at', 'f.ends_at'])
    .where('f.ends_at', '>', now)
    .orderBy('f.starts_at')
    .orderBy('f.id')
    .limit(200)
    .execute();
}

/** Plans that a game is featured. @returns false if it is planned from that moment on already */
export async function insertPlan(
  trx: Transaction<DB>,
  plan: { id: string; game_id: string; starts_at: Date; ends_at: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('featured_games')
    .values(plan)
    .onConflict((on) => on.columns(['game_id', 'starts_at']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a plan back. @returns its game; undefined if it is not there any more */
export async function deletePlan(trx: Transaction<DB>, id: string): Promise<PickRow | undefined> {
  const { rows } = await sql<PickRow>`
    delete from featured_games f using games g where f.id = ${id} and g.id = f.game_id returning g.id, g.title`.execute(trx);
  return rows[0];
}

/** SQL: the games whose place is not what the plan says for a time, with what it has to be. Both sides are read by an index. */
const outdated = (now: Date) => sql`
  select coalesce(due.game_id, g.id) as id, due.place from (
    select game_id, row_number() over (order by min(starts_at), game_id)::smallint as place
    from featured_games where ends_at > ${now} and starts_at <= ${now} group by game_id
  ) due
  full join (select id, featured_place from games where featured_place is not null) g on g.id = due.game_id
  where g.featured_place is distinct from due.place`;

/** Whether what is featured is not what the plan says. */
export async function isFeaturedOutdated(db: Database, now: Date): Promise<boolean> {
  const { rows } = await sql`${outdated(now)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Writes what is featured at a time. @returns the games that changed */
export async function updateFeatured(trx: Transaction<DB>, now: Date): Promise<string[]> {
  await lockCatalogue(trx);
  const { rows } = await sql<{ id: string }>`
    update games g set featured_place = n.place from (${outdated(now)}) n where g.id = n.id returning g.id`.execute(trx);
  return rows.map(({ id }) => id);
}
