import type { ActionResult } from '../../shared/action-result.ts';

/** Tabs of the friends page, in order (spec 2, section 2). */
export const FRIENDS_TABS = ['friends', 'requests', 'search'] as const;
export type FriendsTab = (typeof FRIENDS_TABS)[number];

/** A player as others may see them. `isTeam`: a moderator or an operator, by the role, whatever the names say. */
export type PlayerSummary = { id: string; username: string; displayName: string; avatar: string; isTeam: boolean };

/** Whether a player is online; null if the viewer may not see it. `lastSeen` is ISO, null for never. */
export type Presence = { online: boolean; lastSeen: string | null } | null;

/** The relation between two players from the actor's point of view. `blocked`: the actor blocked the other player. */
export type Relation = 'none' | 'sent' | 'received' | 'friends' | 'blocked';

/** One friend in the list. */
export type FriendRow = PlayerSummary & { presence: Presence; unread: number; last: { text: string; at: string; mine: boolean } | null };

/** One open request. `at` is ISO. */
export type RequestRow = PlayerSummary & { at: string };

/** One search result. */
export type SearchResult = PlayerSummary & { relation: Relation };

/** The friends page. `isRateLimited`: the player exceeded the search rate limit. Data of tabs that are not shown is null. */
export type FriendsView = {
  tab: FriendsTab;
  counts: { friends: number; requests: number };
  friends: { items: FriendRow[]; next: string | null } | null;
  /** `from`: whose request the URL names, whether or not there is one. */
  requests: { received: RequestRow[]; sent: RequestRow[]; from: string | null } | null;
  search: {
    term: string;
    results: SearchResult[] | null;
    isRateLimited: boolean;
    code: string;
    link: string;
    blocked: PlayerSummary[];
  } | null;
};

/** A player's page as others see it (spec 2: friend profile). */
export type ProfileView = {
  player: PlayerSummary;
  memberSince: string;
  relation: Relation;
  presence: Presence;
  favorites: import('../games/catalogue/schema.ts').GameCard[];
  created: import('../games/catalogue/schema.ts').GameCard[];
};

/** Maximum characters of a player search. */
export const SEARCH_TERM_LENGTH_MAX = 50;

/** Actions on another player, as the form sends them: `do` and `id`; the last one is about the player's own friend code. */
export const FRIEND_ACTIONS = ['ask', 'accept', 'decline', 'withdraw', 'remove', 'block', 'unblock', 'renew-code'] as const;
export type FriendAction = (typeof FRIEND_ACTIONS)[number];
/** Result of an action. */
export type FriendActionResult = ActionResult<{ relation: Relation }>;
