import { sql, type Kysely } from 'kysely';
import type { DB } from '../../infra/database/tables.ts';

/**
 * Stores a reader who has not used the confirmation link yet. A confirmed reader stays confirmed.
 * @returns the reader's id, and whether they were already confirmed
 */
export async function savePendingReader(
  trx: Kysely<DB>,
  reader: { id: string; email: string; addressHash: Buffer; confirmHash: Buffer; until: Date; at: Date },
): Promise<{ id: string; confirmed: boolean }> {
  const { id, email, addressHash, confirmHash, until, at } = reader;
  // If the secret was changed since the address was hashed, update the hash, so that it is still the same reader.
  await sql`
    update newsletter_readers set address_hash = ${addressHash}
    where email = ${email} and address_hash <> ${addressHash}
      and not exists (select from newsletter_readers where address_hash = ${addressHash})`.execute(trx);
  const { rows } = await sql<{ id: string; confirmed: boolean }>`
    insert into newsletter_readers as r (id, address_hash, email, confirm_hash, confirm_expires_at, created_at)
    values (${id}, ${addressHash}, ${email}, ${confirmHash}, ${until}, ${at})
    on conflict (address_hash) do update set
      email = excluded.email,
      confirm_hash = case when r.confirmed_at is null then excluded.confirm_hash end,
      confirm_expires_at = case when r.confirmed_at is null then excluded.confirm_expires_at end
    returning id, confirmed_at is not null as confirmed`.execute(trx);
  if (!rows[0]) throw new Error('a reader was not written');
  return rows[0];
}

/** Consumes a confirmation link. @returns whether it was valid */
export async function confirmReader(db: Kysely<DB>, confirmHash: Buffer, at: Date): Promise<boolean> {
  const done = await db
    .updateTable('newsletter_readers')
    .set({ confirmed_at: at, confirm_hash: null, confirm_expires_at: null })
    .where('confirm_hash', '=', confirmHash)
    .where('confirm_expires_at', '>', at)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Removes the address of a reader. Does nothing if they already unsubscribed. */
export async function unsubscribeReader(db: Kysely<DB>, readerId: string): Promise<void> {
  await db
    .updateTable('newsletter_readers')
    .set({ email: null, confirmed_at: null, confirm_hash: null, confirm_expires_at: null })
    .where('id', '=', readerId)
    .execute();
}

/** Deletes a reader, including the hash that remains after unsubscribing. */
export async function deleteReader(trx: Kysely<DB>, email: string, addressHash: Buffer): Promise<void> {
  await trx
    .deleteFrom('newsletter_readers')
    .where((where) => where.or([where('email', '=', email), where('address_hash', '=', addressHash)]))
    .execute();
}

/** Removes addresses that were not confirmed in time, and deletes readers without an address who were never sent a post. */
export async function deleteExpiredReaders(db: Kysely<DB>, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_readers')
    .set({ email: null, confirm_hash: null, confirm_expires_at: null })
    .where('confirm_expires_at', '<=', now)
    .execute();
  await sql`
    delete from newsletter_readers r
    where email is null and not exists (select from newsletter_deliveries l where l.reader_id = r.id)`.execute(db);
}
