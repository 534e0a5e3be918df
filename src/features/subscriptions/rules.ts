import type { Channel, Plan, Price, SubscriptionStatus } from './schema.ts';

/** Payments on a page of one's list. */
export const PAYMENTS_PAGE_SIZE = 10;
/** Payments on a page of what operators have to look at. */
export const FLAGGED_PAYMENTS_PAGE_SIZE = 30;
/** How often one player may ask the provider about a card in an hour: auto-renew on and off, another card. */
export const CARD_CHANGE_LIMIT = { name: 'changes of a card', points: 20, seconds: 3600 };

/** What a status is made of: the time that is held, and the subscription that stands. */
type CurrentPeriod = { planId: Plan['id']; planName: string; price: Price; channel: Channel; ends: Date; isRevoked: boolean };
type CurrentSubscription = {
  state: 'active' | 'non-renewing' | 'attention';
  channel: Channel;
  nextChargeAt: Date | null;
  graceUntil: Date | null;
};

/**
 * The status card (spec 2, section 4). @param period the time that runs, or ran last; null: there never was any
 * @param paidUntil the end of all that is paid
 */
export function getSubscriptionStatus(
  period: CurrentPeriod | null,
  subscription: CurrentSubscription | null,
  paidUntil: Date | null,
  now: Date,
): SubscriptionStatus {
  if (period === null || period.isRevoked) return { kind: 'free' };
  const grace = subscription !== null && subscription.state !== 'non-renewing' ? subscription.graceUntil : null;
  const isPaid = paidUntil !== null && paidUntil > now;
  if (!isPaid && !(grace !== null && grace > now)) return { kind: 'expired', planName: period.planName, at: period.ends.toISOString() };
  const isCard = subscription?.channel === 'card';
  const renews = isCard && subscription.state !== 'non-renewing';
  return {
    kind: 'active',
    planId: period.planId,
    planName: period.planName,
    price: period.price,
    channel: subscription?.channel ?? period.channel,
    until: (isPaid ? paidUntil : (grace as Date)).toISOString(),
    nextBilling: renews ? (subscription.nextChargeAt?.toISOString() ?? null) : null,
    autoRenew: isCard ? renews : null,
    graceUntil: subscription?.state === 'attention' ? (grace?.toISOString() ?? null) : null,
  };
}
