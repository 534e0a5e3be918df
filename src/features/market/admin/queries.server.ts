import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { Category } from '../schema.ts';

export type ItemRow = Omit<Selectable<DB['items']>, 'category' | 'created_at'> & { category: Category };
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

/** All items in their order, on offer or not. @param after the last one shown */
export async function listItems(db: Database, limit: number, after: Cursor): Promise<ItemRow[]> {
  let query = db.selectFrom('items').select(ITEM_COLUMNS).orderBy('place').orderBy('id').limit(limit);
  if (after) query = query.where(sql<boolean>`(place, id) > (${after.place}, ${after.id})`);
  return (await query.execute()) as ItemRow[];
}

/** One item. */
export async function findItem(db: Kysely<DB>, id: string): Promise<ItemRow | undefined> {
  return (await db.selectFrom('items').select(ITEM_COLUMNS).where('id', '=', id).executeTakeFirst()) as ItemRow | undefined;
}

/** One item, held until the commit. */
export async function lockItem(trx: Transaction<DB>, id: string): Promise<ItemRow | undefined> {
  return (await trx.selectFrom('items').select(ITEM_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) as
    | ItemRow
    | undefined;
}

/** The ids of all of them. */
export async function listIds(db: Kysely<DB>, table: 'items' | 'avatar_templates'): Promise<Set<string>> {
  return new Set((await db.selectFrom(table).select('id').execute()).map(({ id }) => id));
}

/** Holds a list for the rest of the transaction, so that of two that are added each gets an id and a place of its own. */
export async function lockList(trx: Transaction<DB>, table: 'items' | 'avatar_templates'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`added to ${table}`}, 0))`.execute(trx);
}

/** Where the last one stands. */
export async function getLastPosition(db: Kysely<DB>, table: 'items' | 'avatar_templates'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((each) => each.fn.max('place').as('place'))
    .executeTakeFirst();
  return row?.place ?? 0;
}

/** Adds an item. */
export async function insertItem(trx: Transaction<DB>, row: ItemRow): Promise<void> {
  await trx.insertInto('items').values(row).execute();
}

/** Changes an item that is held. What was sold is not for a form to say. */
export async function updateItem(trx: Transaction<DB>, id: string, set: Omit<ItemRow, 'id' | 'sold' | 'category'>): Promise<void> {
  await trx.updateTable('items').set(set).where('id', '=', id).execute();
}

/** All templates in their order, listed or not. @param after the last one shown */
export async function listTemplates(db: Database, limit: number, after: Cursor): Promise<TemplateRow[]> {
  let query = db.selectFrom('avatar_templates').select(TEMPLATE_COLUMNS).orderBy('place').orderBy('id').limit(limit);
  if (after) query = query.where(sql<boolean>`(place, id) > (${after.place}, ${after.id})`);
  return query.execute();
}

/** One template. */
export async function findTemplate(db: Kysely<DB>, id: string): Promise<TemplateRow | undefined> {
  return db.selectFrom('avatar_templates').select(TEMPLATE_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** One template, held until the commit. */
export async function lockTemplate(trx: Transaction<DB>, id: string): Promise<TemplateRow | undefined> {
  return trx.selectFrom('avatar_templates').select(TEMPLATE_COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Adds a template. */
export async function insertTemplate(trx: Transaction<DB>, row: TemplateRow): Promise<void> {
  await trx.insertInto('avatar_templates').values(row).execute();
}

/** Changes a template that is held. */
export async function updateTemplate(trx: Transaction<DB>, id: string, set: Omit<TemplateRow, 'id'>): Promise<void> {
  await trx.updateTable('avatar_templates').set(set).where('id', '=', id).execute();
}

export type PlanRow = Selectable<DB['plans']>;

/** The plans in their order, with how many cards renew each. */
export async function listPlansWithSubscriptions(db: Database): Promise<(PlanRow & { standing: number })[]> {
  const { rows } = await sql<PlanRow & { standing: number }>`
    select p.*, (
      select count(*)::int from subscriptions s where s.plan_id = p.id and s.channel = 'card' and s.state in ('active', 'attention')
    ) as standing
    from plans p order by p.place`.execute(db);
  return rows;
}

/** All plans, held until the commit: their prices are judged together. */
export async function lockPlans(trx: Transaction<DB>): Promise<PlanRow[]> {
  return trx.selectFrom('plans').selectAll().orderBy('place').forNoKeyUpdate().execute();
}

/** Changes a plan that is held. */
export async function updatePlan(
  trx: Transaction<DB>,
  id: string,
  set: { price_minor: number; kiddocash: number; features: string[] },
): Promise<void> {
  await trx.updateTable('plans').set(set).where('id', '=', id).execute();
}

export type AuditLogRow = { id: string; at: Date; actor_name: string; action: string; note: string };

/** What was done with one of them, the newest first. */
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
