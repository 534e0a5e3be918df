import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProviderEvent } from './payments.ts';
import { isSigned } from './signature.ts';

/** Which money counts here, and which our key moves: said of what does not say it itself. */
export type Domains = { counts: 'live' | 'test'; own: 'live' | 'test' };

/** Our plans over there carry our name of them in their description: by it they are found, and known in what Paystack tells. */
export const OUR_PLAN = { write: (planId: string) => `kiddo:${planId}`, read: /^kiddo:([a-z0-9-]{1,40})$/ };

/** Our name of a plan, null where it is none of ours. */
export function planIdOf(plan: { description?: string | null | undefined } | null | undefined): string | null {
  return OUR_PLAN.read.exec(plan?.description ?? '')?.[1] ?? null;
}

const envelope = z.object({ event: z.string().min(1).max(100), data: z.unknown() });
const filled = z.string().min(1).max(200);
const moment = z
  .string()
  .nullish()
  .transform((text) => (text && Number.isFinite(Date.parse(text)) ? new Date(text) : null));
/** Amounts come as numbers and as texts; null and 0 say nothing. */
const minor = z.coerce.number().int().positive().optional().catch(undefined);

const shapes = {
  charge: z.object({
    reference: filled,
    customer: z.object({ customer_code: filled }).nullish(),
    plan: z.object({ plan_code: filled.optional(), description: z.string().nullish() }).nullish().catch(null),
  }),
  subscription: z.object({ subscription_code: filled }),
  invoice: z.object({
    invoice_code: filled,
    status: z.string().optional(),
    paid: z.union([z.boolean(), z.number()]).optional(),
    period_start: moment,
    subscription: z.object({ subscription_code: filled, next_payment_date: moment }),
    customer: z.object({ customer_code: filled }).nullish(),
    transaction: z.object({ reference: filled.optional() }).nullish(),
  }),
  refund: z.object({ transaction_reference: filled, refund_reference: z.union([z.string(), z.number()]).nullish(), amount: minor }),
  dispute: z.object({
    id: z.union([z.string(), z.number()]),
    resolution: z.string().nullish(),
    transaction: z.object({ reference: filled, status: z.string().optional() }),
  }),
  cards: z.array(z.object({ subscription: z.object({ subscription_code: filled }) })),
};

type Said = ProviderEvent extends infer E ? (E extends unknown ? Omit<E, 'isLive'> : never) : never;

/** What Paystack tells us by itself. @returns null where the signature is not right or it is no event. */
export function openPaystackEvent(raw: Buffer, signature: string | null, secretKey: string, domains: Domains): ProviderEvent | null {
  // The bytes as they came: what parsing and writing anew would make of them has another signature.
  if (!isSigned(raw, secretKey, signature)) return null;
  const body = envelope.safeParse(parsed(raw));
  if (!body.success) return null;
  const { event, data } = body.data;
  const domain = z.object({ domain: z.string() }).safeParse(data).data?.domain ?? domains.own;
  const isLive = domain === domains.counts;
  const said = read(event, data);
  // What does not count must not take the place of what does.
  return { ...said, key: isLive ? said.key : `${domain.slice(0, 20)}:${said.key}`, isLive };
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}

/** Paystack's events have no id: a key is made of what they are about, or of all that they say. */
function read(event: string, data: unknown): Said {
  const other: Said = { kind: 'other', name: event, key: `${event}:${fingerprint(data)}` };
  switch (event) {
    case 'charge.success':
      return as(shapes.charge, data, other, ({ reference, customer, plan }) => ({
        kind: 'charged',
        key: `charge.success:${reference}`,
        reference,
        subscription: plan?.plan_code && customer ? { customer: customer.customer_code, planId: planIdOf(plan) } : null,
      }));
    case 'subscription.create':
      return as(shapes.subscription, data, other, ({ subscription_code: found }) => ({
        kind: 'subscription',
        key: `${event}:${found}`,
        code: found,
      }));
    case 'subscription.not_renew':
    case 'subscription.enable':
    case 'subscription.disable':
      return as(shapes.subscription, data, other, ({ subscription_code: found }) => ({
        kind: 'subscription',
        key: other.key,
        code: found,
      }));
    case 'subscription.expiring_cards':
      return as(shapes.cards, data, other, (cards) => ({
        kind: 'card-expires',
        key: other.key,
        codes: cards.map((card) => card.subscription.subscription_code),
      }));
    case 'invoice.create':
    case 'invoice.update':
    case 'invoice.payment_failed':
      return as(shapes.invoice, data, other, (invoice) => readInvoice(event, invoice, other.key));
    case 'refund.processed':
      return as(shapes.refund, data, other, ({ transaction_reference: paid, refund_reference: refund, amount: back }) => ({
        kind: 'refunded',
        // Parts can go back one by one: without a name of its own each is known by all that it says.
        key: refund === null || refund === undefined || refund === '' ? other.key : `${event}:${paid}:${refund}`,
        reference: paid,
        ...(back !== undefined && { amountMinor: back }),
      }));
    case 'charge.dispute.create':
    // Heard first where the one before it was lost.
    case 'charge.dispute.remind':
      return as(shapes.dispute, data, other, ({ id, transaction }) => ({
        kind: 'disputed',
        key: `charge.dispute.create:${id}`,
        reference: transaction.reference,
        decidedBy: `charge.dispute.resolve:${id}`,
      }));
    case 'charge.dispute.resolve':
      return as(shapes.dispute, data, other, ({ id, resolution, transaction }) => ({
        // 'merchant-accepted', 'auto-accepted': the money went back. Only 'declined' leaves it with us.
        kind: resolution === 'declined' && transaction.status !== 'reversed' ? 'dispute-won' : 'refunded',
        key: `${event}:${id}`,
        reference: transaction.reference,
      }));
    default:
      return other;
  }
}

function readInvoice(event: string, invoice: z.infer<typeof shapes.invoice>, key: string): Said {
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

/** What is named as an event that we know and does not look like one is kept for a person to look at. */
function as<T>(shape: z.ZodType<T>, data: unknown, other: Said, make: (data: T) => Said): Said {
  const found = shape.safeParse(data);
  return found.success ? make(found.data) : other;
}

/** The same for the same content, however it was spaced and ordered. */
function fingerprint(data: unknown): string {
  return createHash('sha256').update(canonical(data)).digest('hex').slice(0, 32);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
