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

/** One open request. `at` is ISO. `isRenewal`: the two were friends, and their ages allow it again; nobody sent it. */
export type RequestRow = PlayerSummary & { at: string; isRenewal: boolean };

/**
 * A request that the viewer received. `sharedFriends`: how many of the viewer's friends are friends of the one who asks, too. Only who asks
 * shows that: a request that the viewer sent must not reveal who the other one's friends are.
 */
export type ReceivedRequestRow = RequestRow & { sharedFriends: number };

/** Whether a player can be asked to be a friend: as things are, only by who brings their friend code, or not at all. */
export type AskingAccess = 'open' | 'code' | 'closed';

/**
 * One search result. `code`: the friend code that was searched for; asking and accepting bring it along. `opensByCode`: the two are friends who
 * became friends without a code, and of an age at which that counts: asking with it makes it a friendship by code.
 */
export type SearchResult = PlayerSummary & { relation: Relation; asking: AskingAccess; code: string | null; opensByCode: boolean };

/** The player searched as often as one can in a minute, or in a day: `seconds` until they can search again. */
export type SearchWait = { per: 'minute' | 'day'; seconds: number };

/** One player whom the viewer blocked, since `at` (ISO). `player` is null if they are out of the viewer's sight. */
export type BlockedRow = { id: string; at: string; player: PlayerSummary | null };

/** The friends page. Data of tabs that are not shown is null. */
export type FriendsView = {
  tab: FriendsTab;
  counts: { friends: number; requests: number };
  /** Reports paused the viewer's new contacts, and nobody of the team has looked yet. */
  isPaused: boolean;
  friends: { items: FriendRow[]; next: string | null } | null;
  /** Friendships that the ages of the two pause, by name; below the first page of friends. `after`: the cursor of this page. */
  pausedFriends: { items: PlayerSummary[]; after: string | null; next: string | null } | null;
  /** `from`: whose request the URL names, whether or not there is one. */
  requests: { received: ReceivedRequestRow[]; sent: RequestRow[]; from: string | null } | null;
  search: {
    term: string;
    results: SearchResult[] | null;
    /** Why there are no results; null if nothing stands against the search. */
    wait: SearchWait | null;
    code: string;
    link: string;
    blocked: BlockedRow[];
  } | null;
};

/** What a profile shows besides the names and the picture, to those who may see all of it. */
export type ProfileDetails = {
  memberSince: string;
  favorites: import('../games/catalogue/schema.ts').GameCard[];
  created: import('../games/catalogue/schema.ts').GameCard[];
};

/**
 * A player's page as others see it (spec 2: friend profile). `sharedFriends`: as of a received request, null if they did not ask.
 * `details`: null if they are for friends, or the viewer blocked the player.
 */
export type ProfileView = {
  player: PlayerSummary;
  relation: Relation;
  asking: AskingAccess;
  presence: Presence;
  sharedFriends: number | null;
  details: ProfileDetails | null;
};

/** Maximum characters of a player search. */
export const SEARCH_TERM_LENGTH_MAX = 50;

/** Actions on another player, as the form sends them: `do` and `id`, and for 'ask' and 'accept' their friend code, `code`, if the actor has it. The last one is about the player's own friend code. */
export const FRIEND_ACTIONS = ['ask', 'accept', 'decline', 'withdraw', 'remove', 'block', 'unblock', 'renew-code'] as const;
export type FriendAction = (typeof FRIEND_ACTIONS)[number];
/** Result of an action. */
export type FriendActionResult = ActionResult<{ relation: Relation }>;
