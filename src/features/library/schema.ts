import type { ActionResult } from '../../shared/action-result.ts';
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

/** Result of POST /games/{id}/favorite. */
export type FavoriteResult = ActionResult<{ favorited: boolean }>;

/** A player's stars, and the game's displayed rating after them. */
export type SavedRating = { stars: number; rating: { average: number; count: number } | null };
/** Result of POST /games/{id}/rating. */
export type RatingResult = ActionResult<SavedRating>;

/** Result of POST /profile/history. */
export type HistoryResult = ActionResult;
