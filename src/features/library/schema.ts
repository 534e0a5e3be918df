import type { GameCard } from '../games/catalogue/schema.ts';

/** A game's state for the current player. */
export type PlayerGameState = {
  favorited: boolean;
  /** The stars this player gave, or null. */
  stars: number | null;
  /** A player with at least a minute of play time may rate the game. */
  canRate: boolean;
};

/** One page of favorites. */
export type FavoritesPage = { games: GameCard[]; total: number; next: string | null };

/** One entry of the play history. */
export type HistoryEntry = { id: string; playedAt: string; game: GameCard };
export type HistoryPage = { entries: HistoryEntry[]; next: string | null };

/** Tabs of the player's own profile, in display order. */
export const PROFILE_TABS = ['favorites', 'history', 'friends', 'items'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** Response of the favorite, rating and history actions. */
export type LibraryResponse =
  | { ok: true; favorited?: boolean; stars?: number; rating?: { average: number; count: number } | null }
  | { ok: false; code: string; requestId: string };
