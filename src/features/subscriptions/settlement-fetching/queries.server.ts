import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ProviderSettlement, SettlementLine } from '../../../infra/payments/settlements.ts';

/** Saves a settlement as the provider says it now, and locks it until the commit. */
export async function saveSettlement(trx: Transaction<DB>, provider: 'till' | 'paystack', settlement: ProviderSettlement): Promise<void> {
  const values = {
    currency: settlement.currency,
    state: settlement.state,
    processed_minor: settlement.processedMinor,
    fees_minor: settlement.feesMinor,
    deductions_minor: settlement.deductionsMinor,
    paid_out_minor: settlement.paidOutMinor,
    settled_at: settlement.settledAt,
  };
  await trx
    .insertInto('settlements')
    .values({ provider, provider_id: settlement.id, ...values })
    .onConflict((on) => on.columns(['provider', 'provider_id']).doUpdateSet(values))
    .execute();
}

/** Saves lines of a settlement; a line that is there already is replaced. */
export async function saveLines(
  trx: Transaction<DB>,
  provider: string,
  settlementId: string,
  lines: readonly (SettlementLine & { day: string })[],
): Promise<void> {
  await sql`
    insert into settlement_lines (provider, settlement_id, reference, amount_minor, fees_minor, currency, channel, day, is_reversed)
    select ${provider}, ${settlementId}, l.* from unnest(${lines.map((line) => line.reference)}::text[], ${lines.map((line) => line.amountMinor)}::bigint[],
      ${lines.map((line) => line.feesMinor)}::bigint[], ${lines.map((line) => line.currency)}::text[],
      ${lines.map((line) => line.channel.slice(0, 40))}::text[], ${lines.map((line) => line.day)}::date[],
      ${lines.map((line) => line.isReversed)}::boolean[]) l
    on conflict (provider, settlement_id, reference) do update set amount_minor = excluded.amount_minor, fees_minor = excluded.fees_minor,
      currency = excluded.currency, channel = excluded.channel, day = excluded.day, is_reversed = excluded.is_reversed`.execute(trx);
}

/** Forgets lines of a settlement that it does not have any more. */
export async function deleteOtherLines(trx: Transaction<DB>, provider: string, settlementId: string, references: string[]): Promise<void> {
  await sql`
    delete from settlement_lines where provider = ${provider} and settlement_id = ${settlementId}
      and not (reference = any (${references}::text[]))`.execute(trx);
}

/** Records when the settlements were fetched, or why that failed. */
export async function saveFetch(db: Database, provider: 'till' | 'paystack', at: Date, error: string | null): Promise<void> {
  const values = error === null ? { fetched_at: at, failed_at: null, error: null } : { failed_at: at, error };
  await db
    .insertInto('settlement_fetches')
    .values({ provider, ...values })
    .onConflict((on) => on.column('provider').doUpdateSet(values))
    .execute();
}
