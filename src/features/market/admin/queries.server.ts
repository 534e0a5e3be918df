import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

export type ItemRow = Omit<Selectable<DB['items']>, 'created_at'>;
export type TemplateRow = Omit<Selectable<DB['avatar_templates']>, 'created_at'>;
type Cursor = { place: number; id: string } | null;

const ITEM_COLUMNS = [
  'id',
  'name',
  'category',
  'creator',
  'price',
  'stock',
  'sold',
  'is_offered',
  'is_behind',
  'picture',
  'thumb',
  'place',
] as const;
const TEMPLATE_COLUMNS = ['id', 'name', 'style', 'picture', 'is_premium', 'is_listed', 'place'] as const;

/**
 * All items in display order, on offer or not.
 * @param after the last one shown
 */
export async function listItems(db: Database, limit: number, after: Cursor): Promise<ItemRow[]> {
  let query = db.selectFrom('items').select(ITEM_COLUMNS).orderBy('place').orderBy('id').limit(limit);
  if (after) query = query.where(sql<boolean>`(place, id) > (${after.place}, ${after.id})`);
  return query.execute();
}

/** One item. */
export async function findItem(db: Kysely<DB>, id: string): Promise<ItemRow | undefined> {
  return db.selectFrom('items').select(ITEM_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** One item, locked until the commit. */
export async function lockItem(trx: Transaction<DB>, id: string): Promise<ItemRow | undefined> {
  return trx.selectFrom('items').select(ITEM_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** The ids of all rows. */
export async function listIds(db: Kysely<DB>, table: 'items' | 'avatar_templates'): Promise<Set<string>> {
  return new Set((await db.selectFrom(table).select('id').execute()).map(({ id }) => id));
}

/** Locks a list for the rest of the transaction, so that concurrently added rows get distinct ids and positions. */
export async function lockList(trx: Transaction<DB>, table: 'items' | 'avatar_templates'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`added to ${table}`}, 0))`.execute(trx);
}

/** The position of the last row. */
export async function getLastPosition(db: Kysely<DB>, table: 'items' | 'avatar_templates'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((each) => each.fn.max('place').as('place'))
    .executeTakeFirst();
  return row?.place ?? 0;
}

/** Inserts an item. */
export async function insertItem(trx: Transaction<DB>, row: ItemRow): Promise<void> {
  await trx.insertInto('items').values(row).execute();
}

/** Updates a locked item. A form cannot change `sold`. */
export async function updateItem(trx: Transaction<DB>, id: string, set: Omit<ItemRow, 'id' | 'sold' | 'category'>): Promise<void> {
  await trx.updateTable('items').set(set).where('id', '=', id).execute();
}

/**
 * All templates in display order, listed or not.
 * @param after the last one shown
 */
export async function listTemplates(db: Database, limit: number, after: Cursor): Promise<TemplateRow[]> {
  let query = db.selectFrom('avatar_templates').select(TEMPLATE_COLUMNS).orderBy('place').orderBy('id').limit(limit);
  if (after) query = query.where(sql<boolean>`(place, id) > (${after.place}, ${after.id})`);
  return query.execute();
}

/** One template. */
export async function findTemplate(db: Kysely<DB>, id: string): Promise<TemplateRow | undefined> {
  return db.selectFrom('avatar_templates').select(TEMPLATE_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** One template, locked until the commit. */
export async function lockTemplate(trx: Transaction<DB>, id: string): Promise<TemplateRow | undefined> {
  return trx.selectFrom('avatar_templates').select(TEMPLATE_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Inserts a template. */
export async function insertTemplate(trx: Transaction<DB>, row: TemplateRow): Promise<void> {
  await trx.insertInto('avatar_templates').values(row).execute();
}

/** Updates a locked template. */
export async function updateTemplate(trx: Transaction<DB>, id: string, set: Omit<TemplateRow, 'id'>): Promise<void> {
  await trx.updateTable('avatar_templates').set(set).where('id', '=', id).execute();
}

export type PlanRow = Selectable<DB['plans']>;

/** The plans in display order, each with the number of cards that renew it. */
export async function listPlansWithSubscriptions(db: Database): Promise<(PlanRow & { standing: number })[]> {
  const { rows } = await sql<PlanRow & { standing: number }>`
    select p.*, (
      select count(*)::int from subscriptions s where s.plan_id = p.id and s.channel = 'card' and s.state in ('active', 'attention')
    ) as standing
    from plans p order by p.place`.execute(db);
  return rows;
}

/** All plans, locked until the commit: their prices are validated together. */
export async function lockPlans(trx: Transaction<DB>): Promise<PlanRow[]> {
  return trx.selectFrom('plans').selectAll().orderBy('place').forNoKeyUpdate().execute();
}

/** Updates a locked plan. */
export async function updatePlan(
  trx: Transaction<DB>,
  id: PlanRow['id'],
  set: { price_minor: number; kiddocash: number; features: string[] },
): Promise<void> {
  await trx.updateTable('plans').set(set).where('id', '=', id).execute();
}

export type AuditLogRow = { id: string; at: Date; actor_name: string; action: string; note: string };

/** Audit log entries of one item, template or plan, newest first. */
export async function listAuditLog(db: Database, kind: 'item' | 'template' | 'plan', id: string, limit: number): Promise<AuditLogRow[]> {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_name', 'action', 'note'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
