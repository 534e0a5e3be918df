import type { Channel, Plan, Price, SubscriptionStatus } from './schema.ts';

/** Payments per page of a player's own list. */
export const PAYMENTS_PAGE_SIZE = 10;
/** Payments per page of the operators' review list. */
export const FLAGGED_PAYMENTS_PAGE_SIZE = 30;
/** Provider calls about a card per player and hour: turning auto-renew on or off, changing the card. */
export const CARD_CHANGE_LIMIT = { name: 'changes of a card', points: 20, seconds: 3600 };

/** Inputs of a status: the current period and the current subscription. */
type CurrentPeriod = { planId: Plan['id']; planName: string; price: Price; channel: Channel; ends: Date; isRevoked: boolean };
type CurrentSubscription = {
  state: 'active' | 'non-renewing' | 'attention';
  channel: Channel;
  nextChargeAt: Date | null;
  graceUntil: Date | null;
};

/**
 * The status for the status card (spec 2, section 4).
 * @param period the period that is running or ran last; null: there never was one
 * @param paidUntil the end of all paid time
 */
export function getSubscriptionStatus(
  period: CurrentPeriod | null,
  subscription: CurrentSubscription | null,
  paidUntil: Date | null,
  now: Date,
): SubscriptionStatus {
  const grace = subscription !== null && subscription.state !== 'non-renewing' ? subscription.graceUntil : null;
  const isInGrace = grace !== null && grace > now;
  if (period === null || (period.isRevoked && !isInGrace)) return { kind: 'free' };
  const isPaid = paidUntil !== null && paidUntil > now;
  if (!isPaid && !isInGrace) return { kind: 'expired', planName: period.planName, at: period.ends.toISOString() };
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
