import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ErasureSubject } from '../../../infra/erasure.ts';

/**
 * Accounts whose deletion date has passed, and for which nothing has to be waited, earliest first.
 * @param after the last account of the previous page
 */
export async function listDueAccounts(
  db: Database,
  now: Date,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<{ id: string; deletes_at: Date }[]> {
  const { rows } = await sql<{ id: string; deletes_at: Date }>`
    select id, deletes_at from players where deletes_at <= ${now} and not is_deletion_paused(id, ${now})
      ${after === null ? sql`` : sql`and (date_trunc('milliseconds', deletes_at), id) > (${after.at}, ${after.id})`}
    order by date_trunc('milliseconds', deletes_at), id limit ${limit}`.execute(db);
  return rows;
}

/** A player's current and former names and addresses. */
export async function findPlayerNames(db: Database, id: string) {
  const player = await db.selectFrom('players').select(['username', 'display_name', 'email']).where('id', '=', id).executeTakeFirst();
  // The function with which the audit log checks what is taken out of it.
  const { rows: former } = await sql<{ username: string }>`select list_former_usernames(${id}) as username`.execute(db);
  // Players can request any address. Skip it if it belongs to another player.
  const next = await db
    .selectFrom('email_changes')
    .select('email')
    .where('player_id', '=', id)
    .where((where) =>
      where.not(where.exists(where.selectFrom('players').select('id').whereRef('players.email', '=', 'email_changes.email'))),
    )
    .executeTakeFirst();
  return player && { ...player, former: former.map((row) => row.username), next: next?.email ?? null };
}

/**
 * Locks an account whose deletion date has passed until the commit. @returns false if the deletion was cancelled, or another run was faster
 */
export async function lockDueAccount(trx: Transaction<DB>, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from players where id = ${id} and deletes_at <= ${now} for update`.execute(trx);
  return rows.length > 0;
}

/**
 * Settings for the rest of the transaction: the subject that database functions and triggers remove from retained rows, and a longer
 * statement timeout than web requests get.
 */
export async function beginErasure(trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  await sql`select set_config('kiddo.erasure_subject', ${JSON.stringify(who)}, true), set_config('statement_timeout', '120s', true)`.execute(
    trx,
  );
}

/** Deletes the reservations of a player's former usernames. @param claim their claim hash */
export async function deleteFormerUsernames(trx: Transaction<DB>, claim: string): Promise<void> {
  await trx.deleteFrom('username_reservations').where('claim_hash', '=', claim).execute();
}

/** Deletes a player's rate limit counters and queued jobs: every feature has some, and no foreign key connects them to the player. */
export async function deleteCountersAndJobs(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`delete from rate_limit_counters where key like ${`%${id}%`}`.execute(trx);
  const { rows } = await sql<{ is: boolean }>`select to_regclass('pgboss.job') is not null as is`.execute(trx);
  if (rows[0]?.is) await sql`delete from pgboss.job where data::text like ${`%${id}%`}`.execute(trx);
}

/** Deletes the account; foreign keys cascade to everything that belongs only to the player. */
export async function deleteAccount(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom('players').where('id', '=', id).execute();
}
