import type { Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

/** The site's keys, if it has some. */
export async function findKeys(db: Database): Promise<{ public_key: string; sealed_private_key: string } | undefined> {
  return db.selectFrom('push_keys').select(['public_key', 'sealed_private_key']).executeTakeFirst();
}

/** The same, locked until the commit. */
export async function lockKeys(trx: Transaction<DB>): Promise<{ public_key: string; sealed_private_key: string } | undefined> {
  return trx.selectFrom('push_keys').select(['public_key', 'sealed_private_key']).forUpdate().executeTakeFirst();
}

/** Saves the site's keys, unless another process was faster. */
export async function insertKeys(db: Database, publicKey: string, sealed: string, now: Date): Promise<void> {
  await db
    .insertInto('push_keys')
    .values({ public_key: publicKey, sealed_private_key: sealed, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces the site's keys, and deletes the subscriptions, which were made for the old ones. @returns how many there were */
export async function replaceKeys(trx: Transaction<DB>, publicKey: string, sealed: string, now: Date): Promise<number> {
  await trx.updateTable('push_keys').set({ public_key: publicKey, sealed_private_key: sealed, created_at: now }).execute();
  return Number((await trx.deleteFrom('push_subscriptions').executeTakeFirst()).numDeletedRows);
}
