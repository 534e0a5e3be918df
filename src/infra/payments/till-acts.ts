import { createHash } from 'node:crypto';
import type { Charge, ProviderEvent, ProviderSubscription } from './payments.ts';

/** One thing paid for at the till: the charge that began it, and all that came of it. */
export type Purchase = {
  /** Its name in the till's book. */
  name: string;
  charge: Charge;
  startedAt: string;
  /** The first is the one that the site asked for, the others are months that the till charged by itself. */
  charges: TillCharge[];
  subscription: { code: string; customer: string; token: string; state: ProviderSubscription['state']; nextChargeAt: string } | null;
  /** The card has no money the next time. */
  failNext: boolean;
  /** All that the site is told, in order. */
  news: { body: string; delivered: boolean }[];
};

export type TillCharge = {
  reference: string;
  state: 'pending' | 'success' | 'failed';
  /** When it was decided. */
  at: string | null;
  back: 'refunded' | 'disputed' | null;
};

/** What can be done at the till by hand; what is about one charge names it. */
export const TILL_ACTS = ['pay', 'decline', 'next-month', 'fail-next', 'good-card', 'refund', 'dispute', 'dispute-won'] as const;
export type TillAct = (typeof TILL_ACTS)[number];

/** Does one thing. @returns the purchase as it then is, or null where that cannot be done now. */
export function actOn(purchase: Purchase, act: TillAct, now: Date, reference = purchase.charge.reference): Purchase | null {
  const first = purchase.charges[0];
  switch (act) {
    case 'pay':
      return first?.state === 'pending' ? pay(purchase, now) : null;
    case 'decline':
      return first?.state === 'pending' ? withCharge(purchase, first.reference, { state: 'failed', at: now.toISOString() }) : null;
    case 'next-month':
      return chargeMonth(purchase, now);
    case 'fail-next':
      return canCharge(purchase) && !purchase.failNext ? { ...purchase, failNext: true } : null;
    case 'good-card':
      return goodCard(purchase);
    case 'refund':
      return giveBack(purchase, reference, ['disputed', null], 'refunded', 'refunded');
    case 'dispute':
      return giveBack(purchase, reference, [null], 'disputed', 'disputed');
    case 'dispute-won':
      return giveBack(purchase, reference, ['disputed'], null, 'dispute-won');
  }
}

/** Which of them can be done now, about the whole or about one charge. */
export function possibleActs(purchase: Purchase, now: Date, reference?: string): TillAct[] {
  const about: TillAct[] = ['refund', 'dispute', 'dispute-won'];
  return TILL_ACTS.filter((act) => about.includes(act) === (reference !== undefined) && actOn(purchase, act, now, reference) !== null);
}

/** No further charges, or charges again. @returns null where that is so already; 'over' where it cannot be any more. */
export function setRenewing(purchase: Purchase, on: boolean): Purchase | null | 'over' {
  const { subscription } = purchase;
  if (!subscription || subscription.state === 'ended') return on ? 'over' : null;
  if (on !== (subscription.state === 'non-renewing')) return null;
  return told(withSubscription(purchase, { state: on ? 'active' : 'non-renewing' }), { kind: 'subscription', code: subscription.code });
}

/** What the clock brings: the months that are due are charged, and what was not to renew ends. @returns null for nothing */
export function whatIsDue(purchase: Purchase, now: Date): Purchase | null {
  const { subscription } = purchase;
  if (!subscription || new Date(subscription.nextChargeAt) > now) return null;
  if (subscription.state === 'non-renewing')
    return told(withSubscription(purchase, { state: 'ended' }), { kind: 'subscription', code: subscription.code });
  return chargeMonth(purchase, now);
}

/** The same day of the next month; what began on the 29th, 30th or 31st is charged on the 28th. */
export function monthAfter(date: Date): Date {
  const next = new Date(date);
  next.setUTCDate(Math.min(date.getUTCDate(), 28));
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}

function pay(purchase: Purchase, now: Date): Purchase {
  const { charge, name } = purchase;
  const paid = withCharge(purchase, charge.reference, { state: 'success', at: now.toISOString() });
  if (!charge.renews) return toldOfCharge(paid, charge.reference);
  const code = `SUB_${name}`;
  const nextChargeAt = monthAfter(now).toISOString();
  const begun = {
    ...paid,
    subscription: { code, customer: customerOf(purchase), token: `token-${name}`, state: 'active' as const, nextChargeAt },
  };
  return told(toldOfCharge(begun, charge.reference), { kind: 'subscription', code });
}

function canCharge({ subscription }: Purchase): boolean {
  return subscription?.state === 'active' || subscription?.state === 'attention';
}

function chargeMonth(purchase: Purchase, now: Date): Purchase | null {
  const { subscription, failNext, name, charges } = purchase;
  if (!subscription || !canCharge(purchase)) return null;
  const reference = `${name}-${charges.length + 1}`;
  // As at a real provider, a charge that failed is not tried again before the next month.
  const nextChargeAt = monthAfter(new Date(subscription.nextChargeAt)).toISOString();
  const charge: TillCharge = { reference, state: failNext ? 'failed' : 'success', at: now.toISOString(), back: null };
  const charged = withSubscription(
    { ...purchase, failNext: false, charges: [...charges, charge] },
    { state: failNext ? 'attention' : 'active', nextChargeAt },
  );
  if (failNext) return told(charged, { kind: 'charge-failed', code: subscription.code });
  return told(toldOfCharge(charged, reference), { kind: 'subscription', code: subscription.code });
}

function goodCard(purchase: Purchase): Purchase | null {
  const { subscription } = purchase;
  if (!subscription || !canCharge(purchase) || (subscription.state === 'active' && !purchase.failNext)) return null;
  return told(withSubscription({ ...purchase, failNext: false }, { state: 'active' }), { kind: 'subscription', code: subscription.code });
}

function giveBack(
  purchase: Purchase,
  reference: string,
  from: TillCharge['back'][],
  to: TillCharge['back'],
  kind: 'refunded' | 'disputed' | 'dispute-won',
): Purchase | null {
  const charge = purchase.charges.find((each) => each.reference === reference);
  if (charge?.state !== 'success' || !from.includes(charge.back)) return null;
  return told(withCharge(purchase, reference, { back: to }), { kind, reference });
}

function withCharge(purchase: Purchase, reference: string, change: Partial<TillCharge>): Purchase {
  return { ...purchase, charges: purchase.charges.map((each) => (each.reference === reference ? { ...each, ...change } : each)) };
}

function withSubscription(purchase: Purchase, change: Partial<NonNullable<Purchase['subscription']>>): Purchase {
  return { ...purchase, subscription: purchase.subscription && { ...purchase.subscription, ...change } };
}

function toldOfCharge(purchase: Purchase, reference: string): Purchase {
  const { renews } = purchase.charge;
  const subscription = renews && { customer: customerOf(purchase), planId: renews.planId };
  return told(purchase, { kind: 'charged', reference, subscription });
}

type News = ProviderEvent extends infer E ? (E extends unknown ? Omit<E, 'key' | 'isLive'> : never) : never;

function told(purchase: Purchase, news: News): Purchase {
  const key = `${purchase.name}-${purchase.news.length + 1}`;
  return { ...purchase, news: [...purchase.news, { body: JSON.stringify({ key, ...news }), delivered: false }] };
}

/** The same payer is the same customer. */
export function customerOf({ charge }: Pick<Purchase, 'charge'>): string {
  return `CUS_${createHash('sha256').update(charge.email.toLowerCase()).digest('hex').slice(0, 24)}`;
}
