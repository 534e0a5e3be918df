import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { RowCursor } from '../admin/rules.ts';

export type TemplateRow = Omit<Selectable<DB['avatar_templates']>, 'created_at'>;
/** The columns that a form can change. */
export type TemplateColumns = Omit<TemplateRow, 'id'>;

const TEMPLATE_COLUMNS = ['id', 'name', 'style', 'picture', 'is_premium', 'is_listed', 'position'] as const;

/**
 * All templates in display order, listed or not.
 * @param after the last one shown
 */
export async function listTemplates(db: Database, limit: number, after: RowCursor): Promise<TemplateRow[]> {
  let query = db.selectFrom('avatar_templates').select(TEMPLATE_COLUMNS).orderBy('position').orderBy('id').limit(limit);
  if (after) query = query.where(sql<boolean>`(position, id) > (${after.position}, ${after.id})`);
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
export async function updateTemplate(trx: Transaction<DB>, id: string, set: TemplateColumns): Promise<void> {
  await trx.updateTable('avatar_templates').set(set).where('id', '=', id).execute();
}
