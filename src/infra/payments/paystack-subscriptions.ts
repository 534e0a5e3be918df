import { z } from 'zod';
import { isOwnCharge } from './paystack-charges.ts';
import { nullIfNotFound, requestPaystack, type PaystackClient } from './paystack-client.ts';
import { parsePlanId } from './paystack-events.ts';
import { subscriptionSchema, type Subscription, type Transaction } from './paystack-schemas.ts';
import type { ProviderSubscription } from './payments.ts';

/** A player's subscriptions to one plan: more than anybody will ever have. */
const SUBSCRIPTIONS_MAX = 100;
/** Paystack's timestamps may differ by this much. */
const SKEW_MS = 60_000;

/** A subscription as Paystack describes it; null if there is none of this code. */
export async function fetchSubscription(client: PaystackClient, code: string): Promise<Subscription | null> {
  return nullIfNotFound(requestPaystack(client, 'GET', `/subscription/${encodeURIComponent(code)}`, subscriptionSchema));
}

/** The subscription that a charge started or renewed: Paystack's charges do not contain it. */
export async function findSubscriptionOfCharge(client: PaystackClient, charge: Transaction): Promise<ProviderSubscription | null> {
  const planCode = charge.plan.plan_code ?? charge.plan_object?.plan_code;
  // Include reversed charges, because their subscription must be stopped.
  if ((charge.status !== 'success' && charge.status !== 'reversed') || planCode === undefined || !charge.customer) return null;
  const planId = charge.plan.id ?? charge.plan_object?.id;
  const query = `customer=${charge.customer.id}${planId === undefined ? '' : `&plan=${planId}`}&perPage=${SUBSCRIPTIONS_MAX}`;
  const all = (await requestPaystack(client, 'GET', `/subscription?${query}`, z.array(subscriptionSchema)))
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

/** Paystack's documentation and samples spell the status in several ways. */
export function toSubscriptionState(status: string): ProviderSubscription['state'] {
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

/** Our terms for a subscription at Paystack. */
export function toProviderSubscription(found: Subscription): ProviderSubscription {
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
