import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';

export type WebhookEventRow = { id: string; provider: string; event: string; received_at: Date; done_at: Date | null };

/**
 * Keeps what a provider told us. @param reopenDone what was told before and is done is taken up once more
 * @returns the event to work through, or null where the same was told before
 */
export async function insertEvent(
  db: Kysely<DB>,
  row: { id: string; provider: string; key: string; body: string; event: string; at: Date; lookAt: Date },
  reopenDone: boolean,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_events (id, provider, dedupe_key, body, event, received_at, look_at)
    values (${row.id}, ${row.provider}, ${row.key}, ${row.body}, ${row.event}, ${row.at}, ${row.lookAt})
    on conflict (provider, dedupe_key) do update
      set done_at = null, outcome = null, received_at = excluded.received_at, look_at = excluded.look_at
      where ${reopenDone} and webhook_events.done_at is not null
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether a provider told this. */
export async function hasEvent(db: Database, provider: string, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from webhook_events where provider = ${provider} and dedupe_key = ${key}`.execute(db);
  return rows.length > 0;
}

/** Forgets what was worked through before a moment. */
export async function deleteEvents(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('webhook_events').where('done_at', '<', before).execute();
}

/** One event. */
export async function findEvent(db: Database, id: string): Promise<WebhookEventRow | undefined> {
  return db
    .selectFrom('webhook_events')
    .select(['id', 'provider', 'event', 'received_at', 'done_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Holds an event that is not worked through yet. @returns false where somebody was faster */
export async function lockEvent(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from webhook_events where id = ${id} and done_at is null for update`.execute(trx);
  return rows.length > 0;
}

/** Notes what became of an event. */
export async function finishEvent(trx: Kysely<DB>, id: string, outcome: string, at: Date): Promise<void> {
  await trx.updateTable('webhook_events').set({ done_at: at, outcome }).where('id', '=', id).execute();
}

/** Events to take up that their job has not worked through, the longest due first. */
export async function listDueEvents(
  db: Database,
  provider: string,
  now: Date,
  limit: number,
): Promise<{ id: string; received_at: Date }[]> {
  return db
    .selectFrom('webhook_events')
    .select(['id', 'received_at'])
    .where('done_at', 'is', null)
    .where('provider', '=', provider)
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
    .execute();
}

/** An event is taken up again at a later moment. */
export async function postponeEvent(db: Database, id: string, at: Date): Promise<void> {
  await db.updateTable('webhook_events').set({ look_at: at }).where('id', '=', id).execute();
}
