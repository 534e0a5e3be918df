/** Tabs of the friends page, in their order (spec 2, section 2). */
export const FRIENDS_TABS = ['friends', 'requests', 'search'] as const;
export type FriendsTab = (typeof FRIENDS_TABS)[number];

/** A player as others may see them. */
export type PlayerSummary = { id: string; username: string; displayName: string; avatar: string };

/** Whether somebody is there; null for who may not see it. `lastSeen` is ISO, null for never. */
export type Presence = { online: boolean; lastSeen: string | null } | null;

/** What two players are to each other, from the actor's side. `blocked`: the actor blocked them. */
export type Relation = 'none' | 'sent' | 'received' | 'friends' | 'blocked';

/** One friend in the list. */
export type FriendRow = PlayerSummary & { presence: Presence; unread: number; last: { text: string; at: string; mine: boolean } | null };

/** One open request. `at` is ISO. */
export type RequestRow = PlayerSummary & { at: string };

/** One player who was found. */
export type SearchResult = PlayerSummary & { relation: Relation };

/** The friends page. `isSlow`: too many searches in a minute. What belongs to tabs that are not shown is null. */
export type FriendsView = {
  tab: FriendsTab;
  counts: { friends: number; requests: number };
  friends: { items: FriendRow[]; next: string | null } | null;
  requests: { received: RequestRow[]; sent: RequestRow[] } | null;
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

/** What may be done about another player, as a form sends it: `do` and `id`. */
export const FRIEND_ACTIONS = ['ask', 'accept', 'decline', 'withdraw', 'remove', 'block', 'unblock', 'renew-code'] as const;
export type FriendAction = (typeof FRIEND_ACTIONS)[number];
export type FriendActionResponse = { ok: true; relation: Relation } | { ok: false; code: string; requestId: string };
