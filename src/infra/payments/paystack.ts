import { z } from 'zod';
import { parsePaystackEvent, PLAN_DESCRIPTION, parsePlanId, type PaystackDomains } from './paystack-events.ts';
import {
  ABANDONED_AFTER_MS,
  DuplicateReferenceError,
  PaymentsRejectedError,
  PaymentsUnavailableError,
  type Charge,
  type PaymentProvider,
  type ProviderSubscription,
  type ChargeVerification,
} from './payments.ts';

export type PaystackOptions = {
  /** sk_live_... or sk_test_...; Paystack also signs its events with it. */
  secretKey: string;
  /** https://api.paystack.co, without a trailing slash. */
  base: string;
  /** The domain whose money counts here. */
  acceptedDomain: 'live' | 'test';
  now(): Date;
  /** Request timeout. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 100;
const DAY_MS = 86_400_000;
/** Maximum number of pages to search for our plan: more than we will ever have. */
const PLAN_PAGES_MAX = 20;
/** Paystack's timestamps may differ by this much. */
const SKEW_MS = 60_000;

const startedSchema = z.object({ authorization_url: z.url({ protocol: /^https?$/ }) });
const nonEmpty = z.string().min(1);
const optionalDate = z
  .string()
  .nullish()
  .transform((text) => (text ? new Date(text) : null))
  .refine((date) => date === null || Number.isFinite(date.getTime()), 'is no moment');
const planObjectSchema = z.object({ id: z.number().optional(), plan_code: z.string().optional(), description: z.string().nullish() });
/** Paystack represents 'no plan' as null, 0, '' or {}, and a plan as its code or as an object. */
const planFieldSchema = z
  .union([z.string(), z.number(), planObjectSchema])
  .nullish()
  .transform((plan) =>
    typeof plan === 'object' && plan !== null ? plan : typeof plan === 'string' && plan !== '' ? { plan_code: plan } : {},
  );
const transactionSchema = z.object({
  domain: z.string().optional(),
  status: z.string(),
  reference: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  message: z.string().nullish(),
  gateway_response: z.string().nullish(),
  created_at: optionalDate,
  paid_at: optionalDate,
  metadata: z.unknown(),
  customer: z.object({ id: z.number(), customer_code: nonEmpty }).nullish(),
  plan: planFieldSchema,
  plan_object: planObjectSchema.nullish(),
});
type Transaction = z.infer<typeof transactionSchema>;
const subscriptionSchema = z.object({
  status: z.string(),
  subscription_code: nonEmpty,
  email_token: nonEmpty,
  customer: z.object({ id: z.number(), customer_code: nonEmpty }),
  plan: planObjectSchema,
  next_payment_date: optionalDate,
  createdAt: optionalDate,
});
type Subscription = z.infer<typeof subscriptionSchema>;
const planSchema = z.object({
  plan_code: nonEmpty,
  description: z.string().nullish(),
  amount: z.number(),
  currency: z.string(),
  interval: z.string(),
  is_deleted: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
});

/** Payments through Paystack (Kenya): cards, and M-Pesa as mobile money. */
export function createPaystack({ secretKey, base, acceptedDomain, now, timeoutMs = TIMEOUT_MS }: PaystackOptions): PaymentProvider {
  const domains: PaystackDomains = { accepted: acceptedDomain, own: secretKey.startsWith('sk_live_') ? 'live' : 'test' };
  const plans = new Map<string, Promise<string>>();

  async function request<T>(method: 'GET' | 'POST', path: string, shape: z.ZodType<T>, body?: object): Promise<T> {
    const { status, answer } = await send(method, path, body);
    const message = typeof answer.message === 'string' ? answer.message.slice(0, 200) : `status ${status}`;
    if (status === 401 || status === 403) throw new Error(`Paystack does not take our key (PAYSTACK_SECRET_KEY): ${message}`);
    if (status >= 400 || answer.status !== true) throw toError(status, message);
    const read = shape.safeParse(answer.data);
    if (!read.success) throw new Error(`Paystack's answer to ${method} ${path.split('?')[0]} is none that we know: ${read.error.message}`);
    return read.data;
  }

  /** Sends one request. @throws PaymentsUnavailableError for no answer, and for an answer that means 'not now' */
  async function send(method: string, path: string, body?: object): Promise<{ status: number; answer: Record<string, unknown> }> {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        // Never send our key to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.status >= 500 || response.status === 429 || response.status === 408) throw new Error(`status ${response.status}`);
      return { status: response.status, answer: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
    } catch (error) {
      throw new PaymentsUnavailableError(`Paystack does not answer ${method} ${path.split('?')[0]}: ${String(error)}`, { cause: error });
    }
  }

  /** The plan's code at Paystack: an existing plan, or a new one. Cached in memory. */
  function getPlanCode(charge: Charge, renews: { planId: string; planName: string }): Promise<string> {
    const key = planKey(charge, renews.planId);
    const known = plans.get(key) ?? findOrCreatePlan(charge, renews);
    plans.set(key, known);
    known.catch(() => plans.delete(key));
    return known;
  }

  async function findOrCreatePlan({ amountMinor, currency }: Charge, { planId, planName }: { planId: string; planName: string }) {
    const description = PLAN_DESCRIPTION.format(planId);
    for (let page = 1; page <= PLAN_PAGES_MAX; page++) {
      const found = await request(
        'GET',
        `/plan?perPage=${PAGE_SIZE}&page=${page}&interval=monthly&amount=${amountMinor}`,
        z.array(planSchema),
      );
      // Check everything again, because the response may contain other plans: a plan with another price would charge another price.
      const ownPlan = found.find(
        (each) =>
          each.description === description &&
          each.amount === amountMinor &&
          each.currency === currency &&
          each.interval === 'monthly' &&
          !each.is_deleted &&
          !each.is_archived,
      );
      if (ownPlan) return ownPlan.plan_code;
      if (found.length < PAGE_SIZE) break;
    }
    const newPlan = { name: planName, amount: amountMinor, interval: 'monthly', currency, description };
    return (await request('POST', '/plan', z.object({ plan_code: nonEmpty }), newPlan)).plan_code;
  }

  async function fetchSubscription(code: string): Promise<Subscription | null> {
    return nullIfNotFound(request('GET', `/subscription/${encodeURIComponent(code)}`, subscriptionSchema));
  }

  /** The subscription that a charge started or renewed: Paystack's charges do not contain it. */
  async function findSubscriptionOfCharge(charge: Transaction): Promise<ProviderSubscription | null> {
    const planCode = charge.plan.plan_code ?? charge.plan_object?.plan_code;
    // Include reversed charges, because their subscription must be stopped.
    if ((charge.status !== 'success' && charge.status !== 'reversed') || planCode === undefined || !charge.customer) return null;
    const planId = charge.plan.id ?? charge.plan_object?.id;
    const query = `customer=${charge.customer.id}${planId === undefined ? '' : `&plan=${planId}`}&perPage=${PAGE_SIZE}`;
    const all = (await request('GET', `/subscription?${query}`, z.array(subscriptionSchema)))
      .filter((each) => each.plan.plan_code === planCode && each.customer.customer_code === charge.customer?.customer_code)
      .toSorted((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0));
    const begun = charge.created_at?.getTime() ?? 0;
    const after = all.filter((each) => (each.createdAt?.getTime() ?? 0) >= begun);
    const before = all.filter((each) => (each.createdAt?.getTime() ?? 0) < begun);
    // Our own charge starts a subscription just after it is paid. If two charges were open at once, match each to the nearest subscription.
    const paid = charge.paid_at?.getTime() ?? begun;
    const distance = (each: Subscription) => Math.abs((each.createdAt?.getTime() ?? 0) - paid);
    const own = after.filter((each) => (each.createdAt?.getTime() ?? 0) >= paid - SKEW_MS).toSorted((a, b) => distance(a) - distance(b))[0];
    // A charge by Paystack renews an existing subscription.
    const found = isOwnCharge(charge) ? own : (before.findLast((each) => toSubscriptionState(each.status) !== 'ended') ?? before.at(-1));
    return found ? toProviderSubscription(found) : null;
  }

  function toChargeVerification(charge: Transaction, renewed: ProviderSubscription | null): ChargeVerification {
    return {
      state: toChargeState(charge, now()),
      amountMinor: charge.amount,
      currency: charge.currency,
      paidAt: charge.status === 'success' ? charge.paid_at : null,
      customer: charge.customer?.customer_code ?? null,
      subscription: renewed,
      isLive: (charge.domain ?? domains.own) === domains.accepted,
      providerMessage: [charge.status, charge.gateway_response || charge.message].filter(Boolean).join(': ').slice(0, 200),
    };
  }

  return {
    name: 'paystack',
    async startCheckout(charge) {
      if (charge.renews && charge.channel !== 'card') throw new PaymentsRejectedError('only a card renews by itself');
      const planCode = charge.renews ? await getPlanCode(charge, charge.renews) : undefined;
      const body = {
        email: charge.email,
        amount: charge.amountMinor,
        currency: charge.currency,
        reference: charge.reference,
        callback_url: charge.returnUrl,
        channels: [charge.channel === 'card' ? 'card' : 'mobile_money'],
        plan: planCode,
        metadata: {
          [METADATA_KEY]: charge.reference,
          cancel_action: charge.returnUrl,
          custom_fields: [{ display_name: 'For', variable_name: 'for', value: charge.description }],
        },
      };
      try {
        return { url: (await request('POST', '/transaction/initialize', startedSchema, body)).authorization_url };
      } catch (error) {
        // The plan may have been deleted at Paystack: search for it again the next time.
        if (error instanceof PaymentsRejectedError && charge.renews) plans.delete(planKey(charge, charge.renews.planId));
        throw error;
      }
    },
    async verify(reference) {
      const found = await nullIfNotFound(request('GET', `/transaction/verify/${encodeURIComponent(reference)}`, transactionSchema));
      return found && toChargeVerification(found, await findSubscriptionOfCharge(found));
    },
    async findSubscription(code) {
      const found = await fetchSubscription(code);
      return found && toProviderSubscription(found);
    },
    async listChargesSince(code, after) {
      const found = await fetchSubscription(code);
      if (!found) return [];
      // Paystack filters by the time of creation, which can be long before the payment.
      const from = new Date(after.getTime() - DAY_MS).toISOString();
      const query = `customer_code=${encodeURIComponent(found.customer.customer_code)}&status=success&from=${from}&perPage=${PAGE_SIZE}`;
      const charges = await request('GET', `/transaction?${query}`, z.array(transactionSchema));
      return charges
        .filter(
          (each) =>
            each.status === 'success' &&
            each.paid_at !== null &&
            each.paid_at > after &&
            each.customer?.customer_code === found.customer.customer_code &&
            (each.plan.plan_code ?? each.plan_object?.plan_code) === found.plan.plan_code,
        )
        .toSorted((a, b) => (a.paid_at?.getTime() ?? 0) - (b.paid_at?.getTime() ?? 0))
        .map((each) => each.reference);
    },
    async disableAutoRenew(code, token) {
      await request('POST', '/subscription/disable', z.unknown(), { code, token }).catch(async (error: unknown) => {
        // 'Already inactive' is the state that we want.
        if (!(error instanceof PaymentsRejectedError)) throw error;
        const state = toSubscriptionState((await fetchSubscription(code))?.status ?? 'active');
        if (state !== 'non-renewing' && state !== 'ended') throw error;
      });
    },
    async enableAutoRenew(code, token) {
      await request('POST', '/subscription/enable', z.unknown(), { code, token }).catch(async (error: unknown) => {
        if (!(error instanceof PaymentsRejectedError)) throw error;
        if (toSubscriptionState((await fetchSubscription(code))?.status ?? 'cancelled') !== 'active') throw error;
      });
    },
    async getCardUpdateLink(code) {
      const shape = z.object({ link: z.url({ protocol: /^https?$/ }) });
      return (await request('GET', `/subscription/${encodeURIComponent(code)}/manage/link`, shape)).link;
    },
    parseWebhook: (raw, headers) => parsePaystackEvent(raw, headers.get('x-paystack-signature'), secretKey, domains),
  };
}

/** Metadata key under which our own charges carry their reference; a renewal charged by Paystack has none. */
const METADATA_KEY = 'kiddo';

function isOwnCharge(charge: Transaction): boolean {
  const { metadata } = charge;
  // Paystack returns it as an object, or as a JSON string.
  const fields: unknown = typeof metadata === 'string' && metadata.startsWith('{') ? parseJson(metadata) : metadata;
  return typeof fields === 'object' && fields !== null && (fields as Record<string, unknown>)[METADATA_KEY] === charge.reference;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const planKey = ({ amountMinor, currency }: Charge, planId: string) => `${planId} ${currency} ${amountMinor}`;

class NotFoundError extends PaymentsRejectedError {}

function toError(status: number, message: string): PaymentsRejectedError {
  if (/duplicate.*reference/i.test(message)) return new DuplicateReferenceError(message);
  return status === 404 || /not found/i.test(message) ? new NotFoundError(message) : new PaymentsRejectedError(message);
}

async function nullIfNotFound<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof NotFoundError) return null;
    throw error;
  });
}

/** A successful request does not mean that the money was paid: `data.status` tells. */
function toChargeState({ status, created_at }: Transaction, now: Date): ChargeVerification['state'] {
  if (status === 'success') return 'success';
  // Reversed: the money was refunded.
  if (status === 'failed' || status === 'reversed') return 'failed';
  // Paystack reports 'abandoned' from the first moment on, while the payer is still entering the card.
  if (status === 'abandoned') return created_at && now.getTime() - created_at.getTime() < ABANDONED_AFTER_MS ? 'pending' : 'abandoned';
  // ongoing, pending, processing, queued, send_otp, pay_offline: not decided yet.
  return 'pending';
}

/** Paystack's documentation and samples spell the status in several ways. */
function toSubscriptionState(status: string): ProviderSubscription['state'] {
  switch (status.toLowerCase().replace(/[\s_]+/g, '-')) {
    case 'active':
      return 'active';
    case 'attention':
      return 'attention';
    case 'non-renewing':
    case 'nonrenewing':
      return 'non-renewing';
    case 'complete':
    case 'completed':
    case 'cancelled':
    case 'canceled':
      return 'ended';
    default:
      throw new Error(`Paystack says of a subscription what we do not know: ${JSON.stringify(status.slice(0, 40))}`);
  }
}

function toProviderSubscription(found: Subscription): ProviderSubscription {
  const state = toSubscriptionState(found.status);
  return {
    code: found.subscription_code,
    customer: found.customer.customer_code,
    emailToken: found.email_token,
    state,
    planId: parsePlanId(found.plan),
    nextChargeAt: state === 'active' || state === 'attention' ? found.next_payment_date : null,
  };
}
