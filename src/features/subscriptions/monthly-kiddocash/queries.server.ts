import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';

/** Periods whose kiddocash still counts: cancelled and refunded ones lose it. An upgrade takes it along, as long as the upgrade counts. */
const COUNTS_FOR_KIDDOCASH = sql`pp.kiddocash_given_at is null and (pp.revoked_for is null or pp.revoked_for = 'upgrade')
  and (pp.moved_to is null or exists (select 1 from paid_periods t where t.reference = pp.moved_to and t.revoked_at is null))`;

type KiddocashRow = { reference: string; plan_name: string; amount: number; due_at: Date };

/** The next kiddocash of a player's paid periods that was not given yet: due when its period begins, and not before the last month ends. */
export async function findNextKiddocash(db: Kysely<DB>, playerId: string): Promise<KiddocashRow | undefined> {
  const { rows } = await sql<KiddocashRow>`
    select pp.reference, pl.name as plan_name, p.kiddocash as amount,
      greatest(pp.begins_at, (select max(upper(kiddocash_month)) from paid_periods where player_id = ${playerId})) as due_at
    from paid_periods pp join payments p on p.reference = pp.reference join plans pl on pl.id = pp.plan_id
    where pp.player_id = ${playerId} and p.kiddocash > 0 and ${COUNTS_FOR_KIDDOCASH}
    order by pp.begins_at, pp.reference limit 1`.execute(db);
  return rows[0];
}

/** When the month ends that the player's last kiddocash was given for; null if there was none. */
export async function findKiddocashMonthEnd(db: Kysely<DB>, playerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(upper(kiddocash_month)) as at from paid_periods where player_id = ${playerId}`.execute(db);
  return rows[0]?.at ?? null;
}

/** Marks a period's kiddocash as given for a month. @throws the database's error if the player has kiddocash for a part of that month */
export async function claimKiddocashMonth(
  trx: Transaction<DB>,
  reference: string,
  month: { from: Date; to: Date },
  now: Date,
): Promise<void> {
  await sql`
    update paid_periods set kiddocash_given_at = ${now}, kiddocash_month = tstzrange(${month.from}, ${month.to})
    where reference = ${reference}`.execute(trx);
}

/** Frees the month of a payment that went back, so that another payment can bring its kiddocash. */
export async function freeKiddocashMonth(trx: Transaction<DB>, reference: string): Promise<void> {
  await sql`update paid_periods set kiddocash_month = null where reference = ${reference}`.execute(trx);
}

/** Players whose kiddocash is due, by id. @param last the id after which the batch begins */
export async function listPlayersWithKiddocashDue(
  db: Kysely<DB>,
  now: Date,
  last: string | null,
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct pp.player_id as id from paid_periods pp join payments p on p.reference = pp.reference
    where pp.player_id > ${last ?? '00000000-0000-0000-0000-000000000000'} and pp.begins_at <= ${now} and p.kiddocash > 0
      and ${COUNTS_FOR_KIDDOCASH}
      and not exists (select 1 from paid_periods g where g.player_id = pp.player_id and upper(g.kiddocash_month) > ${now})
    order by id limit ${limit}`.execute(db);
  return rows;
}
