import type { ContentMark } from '../../../shared/permissions.ts';
import type { CheckFinding } from '../../game-checks/schema.ts';

/** The list of all games for operators. */
export const GAMES_PATH = '/operator/games';
export const QUERY_MAX = 60;

/** The cover of a game as operators see it, also while the game is hidden. @param cover its stored path: another cover is another URL */
export function urlForOperatorsCover(gameId: string, cover: string): string {
  return `${GAMES_PATH}/${encodeURIComponent(gameId)}/cover?v=${encodeURIComponent(cover.slice(-60))}`;
}

/** Which games the list shows, in the order of the filter. The last three: what the nightly check has hidden and found. */
export const GAME_FILTERS = ['all', 'shown', 'hidden', 'removed', 'premium', 'free', 'picks', 'hidden-by-check', 'broken', 'look'] as const;
export type GameFilter = (typeof GAME_FILTERS)[number];

/** 'new': added on a page, and never shown yet. */
export type GameState = 'shown' | 'hidden' | 'new' | 'removed';

/** A game in the operators' list. */
export type AdminGame = {
  id: string;
  title: string;
  developer: string;
  cover: string | null;
  state: GameState;
  isPremium: boolean;
  minAge: ContentMark;
  /** Its place in the staff picks, from 1 on; null: it is none. */
  pick: number | null;
  isFeatured: boolean;
  plays30d: number;
  /** How the nightly check found it when it was opened last; null: not yet, or not with its newest files. */
  finding: CheckFinding | null;
  /** The nightly check has hidden it, and nobody has decided yet. */
  isHiddenByCheck: boolean;
  /** Since when it has been in the catalogue (ISO). */
  listedAt: string;
};

/** A page of the list. */
export type AdminGameList = {
  filter: GameFilter;
  query: string;
  games: AdminGame[];
  /** Cursor of the next page; null on the last one, and where something was searched. */
  next: string | null;
};
