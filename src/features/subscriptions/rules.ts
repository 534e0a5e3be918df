import type { Channel, Plan, Price, Status } from './schema.ts';

/** Payments on a page of one's list. */
export const PAYMENTS_PAGE = 10;
/** Payments on a page of what operators have to look at. */
export const TROUBLED_PAGE = 30;
/** How often one player may ask the provider about a card in an hour: auto-renew on and off, another card. */
export const CARD_CHANGES = { name: 'changes of a card', points: 20, seconds: 3600 };

/** What a status is made of: the time that is held, and the subscription that stands. */
type Held = { planId: Plan['id']; planName: string; price: Price; channel: Channel; ends: Date; isRevoked: boolean };
type Standing = {
  state: 'active' | 'non-renewing' | 'attention';
  channel: Channel;
  nextChargeAt: Date | null;
  graceUntil: Date | null;
};

/**
 * The status card (spec 2, section 4). @param held the time that runs, or ran last; null: there never was any
 * @param through the end of all that is paid
 */
export function statusOf(held: Held | null, standing: Standing | null, through: Date | null, now: Date): Status {
  if (held === null || held.isRevoked) return { kind: 'free' };
  const grace = standing !== null && standing.state !== 'non-renewing' ? standing.graceUntil : null;
  const isPaid = through !== null && through > now;
  if (!isPaid && !(grace !== null && grace > now)) return { kind: 'expired', planName: held.planName, at: held.ends.toISOString() };
  const isCard = standing?.channel === 'card';
  const renews = isCard && standing.state !== 'non-renewing';
  return {
    kind: 'active',
    planId: held.planId,
    planName: held.planName,
    price: held.price,
    channel: standing?.channel ?? held.channel,
    until: (isPaid ? through : (grace as Date)).toISOString(),
    nextBilling: renews ? (standing.nextChargeAt?.toISOString() ?? null) : null,
    autoRenew: isCard ? renews : null,
    graceUntil: standing?.state === 'attention' ? (grace?.toISOString() ?? null) : null,
  };
}
