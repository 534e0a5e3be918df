import { createHash } from 'node:crypto';
import type { Charge, ProviderEvent, ProviderSubscription } from './payments.ts';

/** One thing paid for at the till: the charge that began it, and all that came of it. */
export type SandboxPurchase = {
  /** Its name in the till's book. */
  name: string;
  charge: Charge;
  startedAt: string;
  /** The first is the one that the site asked for, the others are months that the till charged by itself. */
  charges: SandboxCharge[];
  subscription: { code: string; customer: string; token: string; state: ProviderSubscription['state']; nextChargeAt: string } | null;
  /** The card has no money the next time. */
  failNext: boolean;
  /** All that the site is told, in order. */
  news: { body: string; delivered: boolean }[];
};

export type SandboxCharge = {
  reference: string;
  state: 'pending' | 'success' | 'failed';
  /** When it was decided. */
  at: string | null;
  back: 'refunded' | 'disputed' | null;
};

/** What can be done at the till by hand; what is about one charge names it. */
const SANDBOX_ACTIONS = ['pay', 'decline', 'next-month', 'fail-next', 'good-card', 'refund', 'dispute', 'dispute-won'] as const;
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number];

/** Does one thing. @returns the purchase as it then is, or null where that cannot be done now. */
export function applyAction(
  purchase: SandboxPurchase,
  action: SandboxAction,
  now: Date,
  reference = purchase.charge.reference,
): SandboxPurchase | null {
  const first = purchase.charges[0];
  switch (action) {
    case 'pay':
      return first?.state === 'pending' ? pay(purchase, now) : null;
    case 'decline':
      return first?.state === 'pending' ? withCharge(purchase, first.reference, { state: 'failed', at: now.toISOString() }) : null;
    case 'next-month':
      return chargeMonth(purchase, now);
    case 'fail-next':
      return canCharge(purchase) && !purchase.failNext ? { ...purchase, failNext: true } : null;
    case 'good-card':
      return replaceCard(purchase);
    case 'refund':
      return reverseCharge(purchase, reference, ['disputed', null], 'refunded', 'refunded');
    case 'dispute':
      return reverseCharge(purchase, reference, [null], 'disputed', 'disputed');
    case 'dispute-won':
      return reverseCharge(purchase, reference, ['disputed'], null, 'dispute-won');
  }
}

/** Which of them can be done now, about the whole or about one charge. */
export function listPossibleActions(purchase: SandboxPurchase, now: Date, reference?: string): SandboxAction[] {
  const about: SandboxAction[] = ['refund', 'dispute', 'dispute-won'];
  return SANDBOX_ACTIONS.filter(
    (act) => about.includes(act) === (reference !== undefined) && applyAction(purchase, act, now, reference) !== null,
  );
}

/** No further charges, or charges again. @returns null where that is so already; 'over' where it cannot be any more. */
export function setAutoRenew(purchase: SandboxPurchase, on: boolean): SandboxPurchase | null | 'over' {
  const { subscription } = purchase;
  if (!subscription || subscription.state === 'ended') return on ? 'over' : null;
  if (on !== (subscription.state === 'non-renewing')) return null;
  return withEvent(withSubscription(purchase, { state: on ? 'active' : 'non-renewing' }), {
    kind: 'subscription',
    code: subscription.code,
  });
}

/** What the clock brings: the months that are due are charged, and what was not to renew ends. @returns null for nothing */
export function applyDueCharge(purchase: SandboxPurchase, now: Date): SandboxPurchase | null {
  const { subscription } = purchase;
  if (!subscription || new Date(subscription.nextChargeAt) > now) return null;
  if (subscription.state === 'non-renewing')
    return withEvent(withSubscription(purchase, { state: 'ended' }), { kind: 'subscription', code: subscription.code });
  return chargeMonth(purchase, now);
}

/** The same day of the next month; what began on the 29th, 30th or 31st is charged on the 28th. */
export function addMonth(date: Date): Date {
  const next = new Date(date);
  next.setUTCDate(Math.min(date.getUTCDate(), 28));
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}

function pay(purchase: SandboxPurchase, now: Date): SandboxPurchase {
  const { charge, name } = purchase;
  const paid = withCharge(purchase, charge.reference, { state: 'success', at: now.toISOString() });
  if (!charge.renews) return withChargeEvent(paid, charge.reference);
  const code = `SUB_${name}`;
  const nextChargeAt = addMonth(now).toISOString();
  const begun = {
    ...paid,
    subscription: { code, customer: getCustomerCode(purchase), token: `token-${name}`, state: 'active' as const, nextChargeAt },
  };
  return withEvent(withChargeEvent(begun, charge.reference), { kind: 'subscription', code });
}

function canCharge({ subscription }: SandboxPurchase): boolean {
  return subscription?.state === 'active' || subscription?.state === 'attention';
}

function chargeMonth(purchase: SandboxPurchase, now: Date): SandboxPurchase | null {
  const { subscription, failNext, name, charges } = purchase;
  if (!subscription || !canCharge(purchase)) return null;
  const reference = `${name}-${charges.length + 1}`;
  // As at a real provider, a charge that failed is not tried again before the next month.
  const nextChargeAt = addMonth(new Date(subscription.nextChargeAt)).toISOString();
  const charge: SandboxCharge = { reference, state: failNext ? 'failed' : 'success', at: now.toISOString(), back: null };
  const charged = withSubscription(
    { ...purchase, failNext: false, charges: [...charges, charge] },
    { state: failNext ? 'attention' : 'active', nextChargeAt },
  );
  if (failNext) return withEvent(charged, { kind: 'charge-failed', code: subscription.code });
  return withEvent(withChargeEvent(charged, reference), { kind: 'subscription', code: subscription.code });
}

function replaceCard(purchase: SandboxPurchase): SandboxPurchase | null {
  const { subscription } = purchase;
  if (!subscription || !canCharge(purchase) || (subscription.state === 'active' && !purchase.failNext)) return null;
  return withEvent(withSubscription({ ...purchase, failNext: false }, { state: 'active' }), {
    kind: 'subscription',
    code: subscription.code,
  });
}

function reverseCharge(
  purchase: SandboxPurchase,
  reference: string,
  from: SandboxCharge['back'][],
  to: SandboxCharge['back'],
  kind: 'refunded' | 'disputed' | 'dispute-won',
): SandboxPurchase | null {
  const charge = purchase.charges.find((each) => each.reference === reference);
  if (charge?.state !== 'success' || !from.includes(charge.back)) return null;
  return withEvent(withCharge(purchase, reference, { back: to }), { kind, reference });
}

function withCharge(purchase: SandboxPurchase, reference: string, change: Partial<SandboxCharge>): SandboxPurchase {
  return { ...purchase, charges: purchase.charges.map((each) => (each.reference === reference ? { ...each, ...change } : each)) };
}

function withSubscription(purchase: SandboxPurchase, change: Partial<NonNullable<SandboxPurchase['subscription']>>): SandboxPurchase {
  return { ...purchase, subscription: purchase.subscription && { ...purchase.subscription, ...change } };
}

function withChargeEvent(purchase: SandboxPurchase, reference: string): SandboxPurchase {
  const { renews } = purchase.charge;
  const subscription = renews && { customer: getCustomerCode(purchase), planId: renews.planId };
  return withEvent(purchase, { kind: 'charged', reference, subscription });
}

type SandboxEvent = ProviderEvent extends infer E ? (E extends unknown ? Omit<E, 'key' | 'isLive'> : never) : never;

function withEvent(purchase: SandboxPurchase, news: SandboxEvent): SandboxPurchase {
  const key = `${purchase.name}-${purchase.news.length + 1}`;
  return { ...purchase, news: [...purchase.news, { body: JSON.stringify({ key, ...news }), delivered: false }] };
}

/** The same payer is the same customer. */
export function getCustomerCode({ charge }: Pick<SandboxPurchase, 'charge'>): string {
  return `CUS_${createHash('sha256').update(charge.email.toLowerCase()).digest('hex').slice(0, 24)}`;
}
