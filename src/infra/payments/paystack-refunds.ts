import { z } from 'zod';
import { nullIfNotFound, requestPaystack, type PaystackClient } from './paystack-client.ts';
import { nonEmpty } from './paystack-schemas.ts';
import type { ProviderRefund, RefundOrder } from './payments.ts';

/** More than one payment will ever have. */
const REFUNDS_MAX = 100;

const id = z.union([nonEmpty, z.number()]).transform(String);
const refundSchema = z.object({
  id,
  // A list has the number of the charge, the answer to a new refund the whole charge.
  transaction: z.union([id, z.object({ id }).transform((charge) => charge.id)]),
  amount: z.coerce.number().int(),
  currency: z.string(),
  status: z.string(),
  merchant_note: z.string().nullish(),
});
type Refund = z.infer<typeof refundSchema>;
const chargeSchema = z.object({ id });

/** Asks Paystack for a refund. @throws PaymentsUnavailableError, PaymentsRejectedError */
export async function refundAtPaystack(client: PaystackClient, order: RefundOrder): Promise<ProviderRefund> {
  const body = {
    transaction: order.reference,
    amount: order.amountMinor,
    currency: order.currency,
    customer_note: order.payerNote,
    merchant_note: order.note,
  };
  return toProviderRefund(await requestPaystack(client, 'POST', '/refund', refundSchema, body));
}

/** All refunds of a charge. Paystack lists them by the number that it gave the charge. @throws PaymentsUnavailableError, PaymentsRejectedError */
export async function findRefundsAtPaystack(client: PaystackClient, reference: string): Promise<ProviderRefund[]> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const charge = await nullIfNotFound(requestPaystack(client, 'GET', path, chargeSchema));
  if (charge === null) return [];
  const query = `transaction=${encodeURIComponent(charge.id)}&perPage=${REFUNDS_MAX}`;
  const found = await requestPaystack(client, 'GET', `/refund?${query}`, z.array(refundSchema));
  // A filter that Paystack does not know would be ignored, and the refunds of other charges are not ours to count.
  return found.filter((refund) => refund.transaction === charge.id).map(toProviderRefund);
}

function toProviderRefund(refund: Refund): ProviderRefund {
  return {
    id: refund.id,
    amountMinor: refund.amount,
    currency: refund.currency,
    state: toRefundState(refund.status),
    note: refund.merchant_note ?? '',
    providerMessage: refund.status.slice(0, 200),
  };
}

/** What is not decided is pending: pending, processing, and 'needs-attention', for which Paystack asks for the payer's account. */
function toRefundState(status: string): ProviderRefund['state'] {
  return status === 'processed' || status === 'failed' ? status : 'pending';
}
