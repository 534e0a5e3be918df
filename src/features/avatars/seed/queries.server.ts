import type { Kysely } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { SeedTemplate } from './schema.ts';

/** Where the pictures of all templates lie, by template. */
export async function listTemplatePictures(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('avatar_templates').select(['id', 'picture']).execute();
  return new Map(rows.map(({ id, picture }) => [id, picture]));
}

/** Adds a template that comes with the site; one that is there stays as it is. */
export async function insertSeedTemplate(db: Database, template: SeedTemplate, picture: string): Promise<void> {
  const { id, name, style, isPremium, place } = template;
  await db
    .insertInto('avatar_templates')
    .values({ id, name, style, picture, is_premium: isPremium, place })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Puts another picture in the place of one. @returns false where it is not there (any more) */
export async function updateTemplatePicture(db: Kysely<DB>, id: string, from: string, to: string): Promise<boolean> {
  const change = db.updateTable('avatar_templates').set({ picture: to }).where('id', '=', id).where('picture', '=', from);
  return (await change.executeTakeFirst()).numUpdatedRows > 0n;
}
