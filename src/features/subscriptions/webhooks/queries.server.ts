import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

export type WebhookEventRow = { id: string; provider: string; event: string; received_at: Date; processed_at: Date | null };

/**
 * Stores a provider event.
 * @param reopenDone a duplicate of an event that is already done is processed once more
 * @returns the id of the event to process, or null for a duplicate
 */
export async function insertEvent(
  db: Kysely<DB>,
  row: { id: string; provider: string; key: string; body: string; event: string; at: Date; lookAt: Date },
  reopenDone: boolean,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_events (id, provider, dedupe_key, body, event, received_at, next_attempt_at)
    values (${row.id}, ${row.provider}, ${row.key}, ${row.body}, ${row.event}, ${row.at}, ${row.lookAt})
    on conflict (provider, dedupe_key) do update
      set processed_at = null, outcome = null, received_at = excluded.received_at, next_attempt_at = excluded.next_attempt_at
      where ${reopenDone} and webhook_events.processed_at is not null
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether an event with this dedupe key was received. */
export async function hasEvent(db: Database, provider: string, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from webhook_events where provider = ${provider} and dedupe_key = ${key}`.execute(db);
  return rows.length > 0;
}

/** Deletes events that were processed before the given time. */
export async function deleteEvents(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('webhook_events').where('processed_at', '<', before).execute();
}

/** One event. */
export async function findEvent(db: Database, id: string): Promise<WebhookEventRow | undefined> {
  return db
    .selectFrom('webhook_events')
    .select(['id', 'provider', 'event', 'received_at', 'processed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Locks an event that is not processed yet.
 * @returns false if it was already processed
 */
export async function lockEvent(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from webhook_events where id = ${id} and processed_at is null for update`.execute(trx);
  return rows.length > 0;
}

/** Marks an event as done, with its outcome. */
export async function finishEvent(trx: Kysely<DB>, id: string, outcome: string, at: Date): Promise<void> {
  await trx.updateTable('webhook_events').set({ processed_at: at, outcome }).where('id', '=', id).execute();
}

/** Due events that their job has not processed, longest overdue first. */
export async function listDueEvents(
  db: Database,
  provider: string,
  now: Date,
  limit: number,
): Promise<{ id: string; received_at: Date }[]> {
  return db
    .selectFrom('webhook_events')
    .select(['id', 'received_at'])
    .where('processed_at', 'is', null)
    .where('provider', '=', provider)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** Postpones an event. */
export async function postponeEvent(db: Database, id: string, at: Date): Promise<void> {
  await db.updateTable('webhook_events').set({ next_attempt_at: at }).where('id', '=', id).execute();
}
