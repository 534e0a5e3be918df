import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

/** Ids of accounts that were created in demo mode. */
export async function listDemoPlayerIds(db: Kysely<DB>, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('players').select('id').where('is_demo', '=', true).orderBy('id').limit(limit).execute();
  return rows.map((row) => row.id);
}

/** How many accounts were created in demo mode. */
export async function countDemoPlayers(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('players')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('is_demo', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks a demo account until the commit. @returns false if another run was faster */
export async function lockDemoPlayer(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from players where id = ${id} and is_demo for update`.execute(trx);
  return rows.length > 0;
}

/** Deletes a player's plays, and takes them out of the figures of their days. */
export async function deletePlays(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`
    with gone as (delete from plays where player_id = ${playerId} returning game_id, (started_at at time zone 'UTC')::date as day),
    sums as (select game_id, day, count(*) as plays from gone group by game_id, day)
    update game_days d set plays = greatest(0, d.plays - s.plays) from sums s where d.game_id = s.game_id and d.day = s.day`.execute(trx);
  await sql`delete from game_days where plays = 0`.execute(trx);
  // The triggers of game_days have counted them down.
  await sql`delete from play_totals where plays = 0`.execute(trx);
}

/** Deletes what a player reported. Reports about the player go with the account. */
export async function deleteReports(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`delete from reports where player_id = ${playerId}`.execute(trx);
  await sql`delete from player_reports where reporter_id = ${playerId}`.execute(trx);
}

/** Deletes the groups that a player made, with everything in them. */
export async function deleteGroups(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`delete from groups where created_by = ${playerId}`.execute(trx);
}

/**
 * Deletes a player's payments, with what they bought and what the provider said about them. Nobody ever paid: it was pretend money. That is
 * why the ledger, which otherwise keeps every entry, lets go of these.
 */
export async function deletePayments(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`
    delete from webhook_events where event::json ->> 'reference' in (select reference from payments where player_id = ${playerId})
      or event::json ->> 'code' in (select code from subscriptions where player_id = ${playerId} and code is not null)`.execute(trx);
  await sql`delete from paid_periods where player_id = ${playerId}`.execute(trx);
  await sql`delete from payments where player_id = ${playerId}`.execute(trx);
  await sql`delete from subscriptions where player_id = ${playerId}`.execute(trx);
  await sql`alter table ledger disable trigger ledger_append_only`.execute(trx);
  await sql`delete from ledger where player_id = ${playerId}`.execute(trx);
  await sql`alter table ledger enable trigger ledger_append_only`.execute(trx);
}

/** Deletes what visitors wrote from an address of demo mode, with the answers. @param domain of these addresses */
export async function deleteVisitorMessages(db: Kysely<DB>, domain: string): Promise<void> {
  await sql`delete from contact_messages where player_id is null and email like ${`%@${domain}`}`.execute(db);
}
