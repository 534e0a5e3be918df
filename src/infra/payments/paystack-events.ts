import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProviderEvent } from './payments.ts';
import { isValidSignature } from './signature.ts';

/** `accepted`: the domain whose money counts here. `own`: our key's domain, assumed for events that do not name one. */
export type PaystackDomains = { accepted: 'live' | 'test'; own: 'live' | 'test' };

/** Our plans at Paystack contain our plan id in their description: it identifies them in lists and in events. */
export const PLAN_DESCRIPTION = { format: (planId: string) => `kiddo:${planId}`, pattern: /^kiddo:([a-z0-9-]{1,40})$/ };

/** Our id of a plan; null if the plan is not ours. */
export function parsePlanId(plan: { description?: string | null | undefined } | null | undefined): string | null {
  return PLAN_DESCRIPTION.pattern.exec(plan?.description ?? '')?.[1] ?? null;
}

const envelope = z.object({ event: z.string().min(1).max(100), data: z.unknown() });
const nonEmpty = z.string().min(1).max(200);
const optionalDate = z
  .string()
  .nullish()
  .transform((text) => (text && Number.isFinite(Date.parse(text)) ? new Date(text) : null));
/** Amounts arrive as numbers or as strings; null and 0 mean unknown. */
const optionalAmount = z.coerce.number().int().positive().optional().catch(undefined);

const schemas = {
  charge: z.object({
    reference: nonEmpty,
    customer: z.object({ customer_code: nonEmpty }).nullish(),
    plan: z.object({ plan_code: nonEmpty.optional(), description: z.string().nullish() }).nullish().catch(null),
  }),
  subscription: z.object({ subscription_code: nonEmpty }),
  invoice: z.object({
    invoice_code: nonEmpty,
    status: z.string().optional(),
    paid: z.union([z.boolean(), z.number()]).optional(),
    period_start: optionalDate,
    subscription: z.object({ subscription_code: nonEmpty, next_payment_date: optionalDate }),
    customer: z.object({ customer_code: nonEmpty }).nullish(),
    transaction: z.object({ reference: nonEmpty.optional() }).nullish(),
  }),
  refund: z.object({
    transaction_reference: nonEmpty,
    refund_reference: z.union([z.string(), z.number()]).nullish(),
    amount: optionalAmount,
  }),
  dispute: z.object({
    id: z.union([z.string(), z.number()]),
    resolution: z.string().nullish(),
    transaction: z.object({ reference: nonEmpty, status: z.string().optional() }),
  }),
  cards: z.array(z.object({ subscription: z.object({ subscription_code: nonEmpty }) })),
};

type ParsedEvent = ProviderEvent extends infer E ? (E extends unknown ? Omit<E, 'isLive'> : never) : never;

/** Parses an event from Paystack's webhook. @returns null if the signature is invalid or the body is not an event */
export function parsePaystackEvent(
  raw: Buffer,
  signature: string | null,
  secretKey: string,
  domains: PaystackDomains,
): ProviderEvent | null {
  // Verify the raw bytes: parsing and serializing again would change the signature.
  if (!isValidSignature(raw, secretKey, signature)) return null;
  const body = envelope.safeParse(parseJson(raw));
  if (!body.success) return null;
  const { event, data } = body.data;
  const domain = z.object({ domain: z.string() }).safeParse(data).data?.domain ?? domains.own;
  const isLive = domain === domains.accepted;
  const parsedEvent = parseEvent(event, data);
  // A separate key, so that an event that does not count cannot replace one that does.
  return { ...parsedEvent, key: isLive ? parsedEvent.key : `${domain.slice(0, 20)}:${parsedEvent.key}`, isLive };
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}

/** Paystack's events have no id. The key is made from the object that the event is about, or from its whole content. */
function parseEvent(event: string, data: unknown): ParsedEvent {
  const other: ParsedEvent = { kind: 'other', name: event, key: `${event}:${fingerprint(data)}` };
  switch (event) {
    case 'charge.success':
      return parseAs(schemas.charge, data, other, ({ reference, customer, plan }) => ({
        kind: 'charged',
        key: `charge.success:${reference}`,
        reference,
        subscription: plan?.plan_code && customer ? { customer: customer.customer_code, planId: parsePlanId(plan) } : null,
      }));
    case 'subscription.create':
      return parseAs(schemas.subscription, data, other, ({ subscription_code: found }) => ({
        kind: 'subscription',
        key: `${event}:${found}`,
        code: found,
      }));
    case 'subscription.not_renew':
    case 'subscription.enable':
    case 'subscription.disable':
      return parseAs(schemas.subscription, data, other, ({ subscription_code: found }) => ({
        kind: 'subscription',
        key: other.key,
        code: found,
      }));
    case 'subscription.expiring_cards':
      return parseAs(schemas.cards, data, other, (cards) => ({
        kind: 'card-expires',
        key: other.key,
        codes: cards.map((card) => card.subscription.subscription_code),
      }));
    case 'invoice.create':
    case 'invoice.update':
    case 'invoice.payment_failed':
      return parseAs(schemas.invoice, data, other, (invoice) => parseInvoiceEvent(event, invoice, other.key));
    case 'refund.pending':
    case 'refund.processing':
    case 'refund.processed':
    case 'refund.failed':
      return parseAs(schemas.refund, data, other, (refund) => parseRefundEvent(event, refund, other.key));
    case 'charge.dispute.create':
    // The reminder is the first event that we get if 'create' was lost.
    case 'charge.dispute.remind':
    case 'charge.dispute.resolve':
      return parseAs(schemas.dispute, data, other, (dispute) => parseDisputeEvent(event, dispute));
    default:
      return other;
  }
}

function parseInvoiceEvent(event: string, invoice: z.infer<typeof schemas.invoice>, key: string): ParsedEvent {
  const { subscription_code: found, next_payment_date: next } = invoice.subscription;
  const paidBy = invoice.transaction?.reference;
  if (event === 'invoice.payment_failed' || (event === 'invoice.update' && !invoice.paid && invoice.status === 'failed'))
    return { kind: 'charge-failed', key: `invoice.payment_failed:${invoice.invoice_code}`, code: found };
  if (invoice.paid && paidBy !== undefined && invoice.customer)
    return {
      kind: 'charged',
      key: `invoice.paid:${paidBy}`,
      reference: paidBy,
      subscription: { customer: invoice.customer.customer_code, planId: null },
    };
  if (event === 'invoice.create')
    return { kind: 'charge-due', key: `${event}:${invoice.invoice_code}`, code: found, at: next ?? invoice.period_start };
  return { kind: 'subscription', key, code: found };
}

function parseRefundEvent(event: string, refund: z.infer<typeof schemas.refund>, key: string): ParsedEvent {
  const { transaction_reference: paid, refund_reference: part, amount: back } = refund;
  return {
    kind: 'refund-changed',
    // A charge can be refunded in several parts. A part without its own reference is identified by its whole content.
    key: part === null || part === undefined || part === '' ? key : `${event}:${paid}:${part}`,
    reference: paid,
    isProcessed: event === 'refund.processed',
    ...(back !== undefined && { amountMinor: back }),
  };
}

function parseDisputeEvent(event: string, { id, resolution, transaction }: z.infer<typeof schemas.dispute>): ParsedEvent {
  if (event !== 'charge.dispute.resolve')
    return {
      kind: 'disputed',
      key: `charge.dispute.create:${id}`,
      reference: transaction.reference,
      decidedBy: `charge.dispute.resolve:${id}`,
      disputeId: String(id),
    };
  return {
    // 'merchant-accepted', 'auto-accepted': the money went back. Only 'declined' leaves it with us.
    kind: resolution === 'declined' && transaction.status !== 'reversed' ? 'dispute-won' : 'refunded',
    key: `${event}:${id}`,
    reference: transaction.reference,
    disputeId: String(id),
  };
}

/** Parses an event of a known name. If it does not match the schema, it becomes `other`, for a person to look at. */
function parseAs<T>(shape: z.ZodType<T>, data: unknown, other: ParsedEvent, make: (data: T) => ParsedEvent): ParsedEvent {
  const found = shape.safeParse(data);
  return found.success ? make(found.data) : other;
}

/** A hash that is the same for the same content, whatever its whitespace and key order. */
function fingerprint(data: unknown): string {
  return createHash('sha256').update(canonical(data)).digest('hex').slice(0, 32);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
