import type { Kysely } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { SeedTemplate } from './schema.ts';

/** The picture path of every template, by template id. */
export async function listTemplatePictures(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('avatar_templates').select(['id', 'picture']).execute();
  return new Map(rows.map(({ id, picture }) => [id, picture]));
}

/** Inserts a template that ships with the site; an existing one stays unchanged. */
export async function insertSeedTemplate(db: Database, template: SeedTemplate, picture: string): Promise<void> {
  const { id, name, style, isPremium, position } = template;
  await db
    .insertInto('avatar_templates')
    .values({ id, name, style, picture, is_premium: isPremium, position })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Replaces a template's picture. @returns false if the template's picture is not `from` (any more) */
export async function updateTemplatePicture(db: Kysely<DB>, id: string, from: string, to: string): Promise<boolean> {
  const change = db.updateTable('avatar_templates').set({ picture: to }).where('id', '=', id).where('picture', '=', from);
  return (await change.executeTakeFirst()).numUpdatedRows > 0n;
}
