import { z } from 'zod';
import type { DisputeAnswer, DisputeApi, ProviderDispute } from './disputes.ts';
import { nullIfNotFound, requestPaystack, UnknownAnswerError, type PaystackClient } from './paystack-client.ts';
import type { PaystackDomains } from './paystack-events.ts';
import { requestAllPages } from './paystack-pages.ts';
import { nonEmpty, optionalDate } from './paystack-schemas.ts';
import { PaymentsRejectedError, PaymentsUnavailableError } from './payments.ts';
import { createStatementPdf } from './statement-pdf.ts';

const text = z.string().nullish();
const amount = z.coerce.number().int().positive().nullish().catch(null);
const disputeSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  domain: z.string().optional(),
  status: text,
  resolution: text,
  refund_amount: amount,
  currency: text,
  category: text,
  transaction: z.object({ reference: nonEmpty, status: z.string().optional(), amount, currency: text }),
  customer: z.object({ email: text, first_name: text, last_name: text, phone: text }).nullish(),
  messages: z
    .array(z.object({ body: text }))
    .nullish()
    .catch(null),
  dueAt: optionalDate,
  createdAt: optionalDate,
});
type Dispute = z.infer<typeof disputeSchema>;

const evidenceSchema = z.object({ id: z.number() });
const uploadSchema = z.object({ signedUrl: z.url({ protocol: /^https?$/ }), fileName: nonEmpty });
/** Paystack wants a name and a phone number. We ask payers for neither, and make none up. */
const NOT_ASKED = 'Not asked for';
const REASON_MAX = 1000;

/** Disputes at Paystack. */
export function createPaystackDisputes(client: PaystackClient, domains: PaystackDomains, now: () => Date): DisputeApi {
  const find = (id: string) => nullIfNotFound(requestPaystack(client, 'GET', `/dispute/${encodeURIComponent(id)}`, disputeSchema));
  const toDispute = (found: Dispute) => describe(found, now());
  return {
    async list(openedAfter) {
      const query = `from=${openedAfter.toISOString()}&to=${now().toISOString()}`;
      const found = await requestAllPages(client, '/dispute', query, disputeSchema);
      return found.filter(({ domain }) => (domain ?? domains.own) === domains.accepted).map(toDispute);
    },
    async find(id) {
      const found = await find(id);
      return found && toDispute(found);
    },
    async answer(id, answer) {
      try {
        const dispute = await find(id);
        if (!dispute) throw new PaymentsRejectedError('there is no such dispute');
        await sendAnswer(client, dispute, answer);
      } catch (error) {
        // The last step takes any answer, so nothing was given yet, and trying again does not help.
        if (error instanceof UnknownAnswerError) throw new PaymentsRejectedError(error.message, { cause: error });
        throw error;
      }
    },
  };
}

function describe(found: Dispute, now: Date): ProviderDispute {
  const { transaction } = found;
  return {
    id: found.id,
    reference: transaction.reference,
    amountMinor: found.refund_amount ?? transaction.amount ?? null,
    currency: found.currency ?? transaction.currency ?? '',
    category: found.category ?? '',
    reason: (found.messages ?? [])
      .map(({ body }) => body ?? '')
      .filter(Boolean)
      .join('\n')
      .slice(0, REASON_MAX),
    state: toState(found),
    openedAt: found.createdAt ?? now,
    dueAt: found.dueAt,
  };
}

/** 'merchant-accepted', 'auto-accepted': the money went back. Only 'declined' leaves it with us. */
function toState({ status, resolution, transaction }: Dispute): ProviderDispute['state'] {
  if (status === 'resolved') return resolution === 'declined' && transaction.status !== 'reversed' ? 'won' : 'lost';
  return status === 'awaiting-bank-feedback' ? 'answered' : 'awaiting-us';
}

/** Evidence first, then the same words as a file, which Paystack's answer has to name, and then the answer itself: only that one counts. */
async function sendAnswer(client: PaystackClient, { id, customer }: Dispute, answer: DisputeAnswer): Promise<void> {
  const path = `/dispute/${encodeURIComponent(id)}`;
  const name = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');
  const evidence =
    answer.resolution === 'contest'
      ? await requestPaystack(client, 'POST', `${path}/evidence`, evidenceSchema, {
          customer_email: customer?.email ?? '',
          customer_name: name === '' ? NOT_ASKED : name,
          customer_phone: customer?.phone ? customer.phone : NOT_ASKED,
          service_details: answer.statement,
          delivery_address: NOT_ASKED,
          delivery_date: answer.deliveredOn,
        })
      : null;
  const file = await requestPaystack(client, 'GET', `${path}/upload_url?upload_filename=answer-${id}.pdf`, uploadSchema);
  await upload(client, file.signedUrl, createStatementPdf(`Answer to dispute ${id}`, answer.statement));
  await requestPaystack(client, 'PUT', `${path}/resolve`, z.unknown(), {
    resolution: answer.resolution === 'accept' ? 'merchant-accepted' : 'declined',
    message: answer.statement,
    refund_amount: answer.resolution === 'accept' ? answer.amountMinor : 0,
    uploaded_filename: file.fileName,
    ...(evidence && { evidence: evidence.id }),
  });
}

/** Puts a file where Paystack says, without our key. @throws PaymentsUnavailableError, PaymentsRejectedError */
async function upload({ timeoutMs }: PaystackClient, url: string, file: Buffer): Promise<void> {
  try {
    const headers = { 'content-type': 'application/pdf' };
    const body = new Uint8Array(file);
    const response = await fetch(url, { method: 'PUT', headers, body, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    const { status } = response;
    if (status >= 400 && status < 500 && status !== 408 && status !== 429)
      throw new PaymentsRejectedError(`The file of the answer is not taken (status ${status})`);
    if (!response.ok) throw new Error(`status ${status}`);
  } catch (error) {
    if (error instanceof PaymentsRejectedError) throw error;
    throw new PaymentsUnavailableError(`Paystack does not take the file of an answer: ${String(error)}`, { cause: error });
  }
}
