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

/** When a provider's settlements were fetched last; null if never. */
export async function findLastFetch(db: Database, provider: 'till' | 'paystack'): Promise<Date | null> {
  const row = await db.selectFrom('settlement_fetches').select('fetched_at').where('provider', '=', provider).executeTakeFirst();
  return row?.fetched_at ?? null;
}

/** Records that the settlements since a time were fetched. From the first of these times on they are here. */
export async function saveFetch(db: Database, provider: 'till' | 'paystack', at: Date, from: Date): Promise<void> {
  await sql`
    insert into settlement_fetches as f (provider, fetched_at, covers_from) values (${provider}, ${at}, ${from})
    on conflict (provider) do update set fetched_at = excluded.fetched_at, covers_from = least(f.covers_from, excluded.covers_from),
      failed_at = null, error = null`.execute(db);
}

/** Records why the settlements were not fetched. */
export async function saveFailure(db: Database, provider: 'till' | 'paystack', at: Date, error: string): Promise<void> {
  await db
    .insertInto('settlement_fetches')
    .values({ provider, failed_at: at, error })
    .onConflict((on) => on.column('provider').doUpdateSet({ failed_at: at, error }))
    .execute();
}
