import { z } from 'zod';
import type { PaystackClient } from './paystack-client.ts';
import type { PaystackDomains } from './paystack-events.ts';
import { requestAllPages } from './paystack-pages.ts';
import { nonEmpty, requiredDate, optionalDate } from './paystack-schemas.ts';
import type { ProviderSettlement, SettlementApi } from './settlements.ts';

const amount = z.coerce.number().int();
const settlementSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  domain: z.string().optional(),
  status: z.string(),
  currency: nonEmpty,
  total_processed: amount,
  total_fees: amount,
  /** After fees; and after what was taken off besides. */
  total_amount: amount,
  effective_amount: amount.nullish(),
  settlement_date: requiredDate,
});
const lineSchema = z.object({
  domain: z.string().optional(),
  status: z.string().optional(),
  reference: nonEmpty,
  amount,
  currency: nonEmpty,
  fees: amount.nullish(),
  channel: z.string().nullish(),
  paid_at: optionalDate,
  paidAt: optionalDate,
});

/** What Paystack paid out to our bank account, and for which charges. */
export function createPaystackSettlements(client: PaystackClient, domains: PaystackDomains): SettlementApi {
  const counts = ({ domain }: { domain?: string | undefined }) => (domain ?? domains.own) === domains.accepted;
  return {
    async list(from) {
      const found = await requestAllPages(client, '/settlement', `from=${from.toISOString()}`, settlementSchema);
      // Not every list of Paystack's heeds `from`.
      return found.filter((each) => counts(each) && each.settlement_date >= from).map(toSettlement);
    },
    async listLines(id) {
      const found = await requestAllPages(client, `/settlement/${encodeURIComponent(id)}/transactions`, '', lineSchema);
      return found.filter(counts).map((line) => ({
        reference: line.reference,
        amountMinor: line.amount,
        feesMinor: line.fees ?? 0,
        currency: line.currency,
        channel: line.channel ?? '',
        paidAt: line.paid_at ?? line.paidAt,
        isReversed: line.status === 'reversed',
      }));
    },
  };
}

function toSettlement(found: z.infer<typeof settlementSchema>): ProviderSettlement {
  const paidOut = found.effective_amount ?? found.total_amount;
  return {
    id: found.id,
    currency: found.currency,
    state: found.status === 'success' ? 'paid' : found.status === 'failed' ? 'failed' : 'coming',
    processedMinor: found.total_processed,
    feesMinor: found.total_fees,
    deductionsMinor: found.total_processed - found.total_fees - paidOut,
    paidOutMinor: paidOut,
    settledAt: found.settlement_date,
  };
}
