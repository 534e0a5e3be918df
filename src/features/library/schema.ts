import type { GameCard } from '../games/catalogue/schema.ts';

/** What a game is to the player who looks at it. */
export type PlayerGameState = {
  favorited: boolean;
  /** The stars this player gave, or null. */
  stars: number | null;
  /** Who has been in the game for a minute may rate it. */
  canRate: boolean;
};

/** One page of favorites. */
export type FavoritesPage = { games: GameCard[]; total: number; next: string | null };

/** One time a game was played. */
export type HistoryEntry = { id: string; playedAt: string; game: GameCard };
export type HistoryPage = { entries: HistoryEntry[]; next: string | null };

/** Tabs of one's own profile, in their order. */
export const PROFILE_TABS = ['favorites', 'history', 'friends', 'items'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** What an action on a game of one's own answers. */
export type LibraryResponse =
  | { ok: true; favorited?: boolean; stars?: number; rating?: { average: number; count: number } | null }
  | { ok: false; code: string; requestId: string };
