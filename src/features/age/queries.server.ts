import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { AgeBand, Role } from '../../shared/permissions.ts';

export type AgeRecord = {
  id: string;
  username: string;
  display_name: string;
  email: string;
  role: Role;
  birth_month: string | null;
  age_band: AgeBand | null;
  closed_as: string | null;
  deletes_at: Date | null;
  created_at: Date;
};

const selectPlayer = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('players')
    .select(['id', 'username', 'display_name', 'email', 'role', 'birth_month', 'age_band', 'closed_as', 'deletes_at', 'created_at'])
    .where('id', '=', id)
    .$narrowType<{ role: Role; age_band: AgeBand | null }>();

/** A player with what is known of their age. */
export async function findPlayer(db: Database, id: string): Promise<AgeRecord | undefined> {
  return selectPlayer(db, id).executeTakeFirst();
}

/** The same, locked until the end of the transaction. */
export async function lockPlayer(trx: Transaction<DB>, id: string): Promise<AgeRecord | undefined> {
  return selectPlayer(trx, id).forNoKeyUpdate().executeTakeFirst();
}

/** Stores a player's month of birth. */
export async function saveBirth(trx: Transaction<DB>, id: string, birth: { month: string; band: AgeBand }): Promise<void> {
  await trx.updateTable('players').set({ birth_month: birth.month, age_band: birth.band }).where('id', '=', id).execute();
}

/**
 * Opens an account again that was closed because of the age. A deletion that was asked for before is forgotten, and so is a warning that
 * nobody uses the account: its player could not sign in.
 */
export async function reopenAccount(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  await trx.updateTable('players').set({ closed_as: null, deletes_at: null }).where('id', '=', id).execute();
  await sql`
    update last_visits set seen_on = (${now}::timestamptz at time zone 'UTC')::date, warning_queued_at = null, warned_at = null
    where player_id = ${id}`.execute(trx);
}

/**
 * Marks the account of a player under 13 as closed: nobody can sign in, and it is erased then, or on the earlier day that was asked for.
 * Nothing of what was said about the age stays. @returns when it is erased
 */
export async function markClosed(trx: Transaction<DB>, id: string, erasedAt: Date): Promise<Date> {
  const row = await trx
    .updateTable('players')
    .set({ closed_as: 'under-13', birth_month: null, age_band: null, deletes_at: sql<Date>`least(deletes_at, ${erasedAt})` })
    .where('id', '=', id)
    .returning('deletes_at')
    .executeTakeFirstOrThrow();
  return row.deletes_at ?? erasedAt;
}

/** Whether a player ever paid, or began to. */
export async function hasPayments(trx: Transaction<DB>, playerId: string): Promise<boolean> {
  return (await trx.selectFrom('payments').select('reference').where('player_id', '=', playerId).limit(1).executeTakeFirst()) !== undefined;
}

/** Players who have reached the next band. @param limits by band: who was born before the month is older than the band */
export async function listPlayersToMove(db: Database, limits: { from: AgeBand; before: string }, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('players')
    .select('id')
    .where('age_band', '=', limits.from)
    .where('birth_month', '<', limits.before)
    .orderBy('birth_month')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves a locked player to a band. */
export async function saveBand(trx: Transaction<DB>, id: string, band: AgeBand): Promise<void> {
  await trx.updateTable('players').set({ age_band: band }).where('id', '=', id).execute();
}
