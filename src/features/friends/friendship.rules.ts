import type { ContactKind } from '../risk-scoring/rules.ts';
import type { FriendAction } from './schema.ts';

/** What there is between two players: a row of `friendships`. */
export type Friendship = {
  state: 'pending' | 'accepted' | 'paused';
  requested_by: string;
  /** Who of the two took the paused friendship out of their list. */
  removed_by: string | null;
  /** The request was made of a paused friendship: nobody sent it. */
  is_renewal: boolean;
};

/** Whether a player has a paused friendship in their list. */
export function isPausedFor(friendship: Friendship | null, playerId: string): boolean {
  return friendship?.state === 'paused' && friendship.removed_by !== playerId;
}

/** Whether it is an open request of a player's. */
export function isRequestFrom(friendship: Friendship | null, playerId: string): boolean {
  return friendship?.state === 'pending' && friendship.requested_by === playerId;
}

/** What an action says about a player over time (risk scoring): a request about who asks, the others about whom they are done to. */
const SIGNALS: Partial<Record<FriendAction, ContactKind>> = { ask: 'request', decline: 'declined', remove: 'removed', block: 'blocked' };

/**
 * @param before what the two were to each other. Anybody can block a stranger, so a block says something only by who had been a friend, and by
 * who was asked: that is the strongest way to decline. A request that nobody sent says nothing, whatever the answer.
 */
export function toSignal(
  action: FriendAction,
  me: string,
  other: string,
  before: Friendship | null,
): { playerId: string; otherId: string; kind: ContactKind } | null {
  if (before?.is_renewal === true) return null;
  // With their friend code it accepts a request, or is about a friend.
  if (action === 'ask' && before !== null) return null;
  const kind = action === 'block' && isRequestFrom(before, other) ? 'declined' : SIGNALS[action];
  // A friendship that is paused because of the ages says nothing either: both have reason to tidy up.
  if (!kind || ((kind === 'blocked' || kind === 'removed') && before?.state !== 'accepted')) return null;
  return kind === 'request' ? { playerId: me, otherId: other, kind } : { playerId: other, otherId: me, kind };
}
