import type { RateLimit } from '../../shared/rate-limit.ts';
import type { FriendAction, FriendsTab, PlayerSummary, Presence, Relation } from './schema.ts';

/** Friend requests one player can send per day, including withdrawn ones. */
export const FRIEND_REQUESTS_PER_DAY: RateLimit = { name: 'friend-asks', points: 60, seconds: 86_400 };
/** Maximum open requests a player can have sent, and maximum friends. */
export const OPEN_REQUESTS_MAX = 20;
export const FRIENDS_MAX = 1000;
/** After a decline, the requester cannot send the same player another request for this long, in days. */
export const DECLINE_COOLDOWN_DAYS = 30;
export const FRIENDS_PAGE_SIZE = 50;
/** Favorite and created games on a profile (spec 2, section 2). */
export const PROFILE_GAMES_MAX = 6;
export const RECEIVED_REQUESTS_MAX = 100;
/** More than can be sent: requests that the ages made count for no limit. */
export const SENT_REQUESTS_MAX = 100;
export const BLOCKED_MAX = 200;
export const PAUSED_FRIENDS_PAGE_SIZE = 50;
/** What two players may be told about each other: when they are no friends any more, it leads nowhere. */
export const MUTUAL_NOTIFICATIONS = ['friend_request', 'friend_accepted', 'message'] as const;
/** Players that one run of the job marks as offline. */
export const PRESENCE_BATCH_SIZE = 1000;

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** 'Nd ago' up to this many days, then the date (spec 2, section 9). */
const DAYS_AGO_MAX = 6;

/** Whether a player is online, or when they were last seen, in the steps of spec 2, section 9. */
export type PresenceLabel =
  | { unit: 'online' | 'never' | 'now' | 'yesterday' }
  | { unit: 'minutes' | 'hours' | 'days'; count: number }
  | { unit: 'date'; at: string };

/**
 * The label of a friend's presence, or null if the viewer may not see it. A time in the future, caused by a slow clock, counts as now.
 * @param now milliseconds
 */
export function presenceLabel(presence: Presence, now: number): PresenceLabel | null {
  if (presence === null) return null;
  if (presence.online) return { unit: 'online' };
  const lastSeenMs = presence.lastSeen === null ? Number.NaN : Date.parse(presence.lastSeen);
  if (presence.lastSeen === null || Number.isNaN(lastSeenMs)) return { unit: 'never' };
  const minutes = Math.floor((now - lastSeenMs) / MINUTE_MS);
  if (minutes < 1) return { unit: 'now' };
  if (minutes < HOUR_MINUTES) return { unit: 'minutes', count: minutes };
  if (minutes < DAY_MINUTES) return { unit: 'hours', count: Math.floor(minutes / HOUR_MINUTES) };
  const days = Math.floor(minutes / DAY_MINUTES);
  if (days === 1) return { unit: 'yesterday' };
  return days <= DAYS_AGO_MAX ? { unit: 'days', count: days } : { unit: 'date', at: presence.lastSeen };
}

/** The relation between two players after an action, from the point of view of the player who performed it. */
export function relationAfter(relation: Relation, action: FriendAction | undefined): Relation {
  switch (action) {
    case 'ask':
      // With a friend's code it is about how the two know each other.
      return relation === 'friends' ? 'friends' : 'sent';
    case 'accept':
      return 'friends';
    case 'block':
      return 'blocked';
    case 'decline':
    case 'withdraw':
    case 'remove':
    case 'unblock':
      return 'none';
    default:
      return relation;
  }
}

/** Whether a friend matches the filter: any part of either name, ignoring case. */
export function matchesFilter({ username, displayName }: PlayerSummary, typed: string): boolean {
  const term = typed.trim().replace(/^@/, '').toLowerCase();
  return username.toLowerCase().includes(term) || displayName.toLowerCase().includes(term);
}

/** The URL of the friends page (spec 2, section 2). Omits default values. @param paused cursor of the list of paused friendships */
export function urlForFriends({
  tab,
  chat,
  after,
  paused,
}: { tab?: FriendsTab; chat?: string | null; after?: string | null; paused?: string | null } = {}): string {
  const params = new URLSearchParams();
  if (tab && tab !== 'friends') params.set('tab', tab);
  if (chat) params.set('chat', chat);
  if (after) params.set('after', after);
  if (paused) params.set('paused', paused);
  const query = params.toString();
  return query === '' ? '/friends' : `/friends?${query}`;
}
