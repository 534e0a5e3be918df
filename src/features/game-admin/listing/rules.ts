import type { CheckFinding } from '../../game-checks/schema.ts';
import type { ContentMark } from '../../../shared/permissions.ts';
import { GAME_FILTERS, QUERY_MAX, type GameFilter, type GameState } from './schema.ts';

/** Games on one page of the list, and games that each of its searches finds. */
export const GAMES_PAGE_SIZE = 30;
export const HITS_MAX = 20;

/** SQL: the columns of a game in the operators' lists. */
export const LISTED_COLUMNS = `id, title, developer, assets[1] as cover, hidden_at, removed_at, is_draft, is_premium, min_age, staff_order, featured_place,
  plays_30d, listed_at, (select s.finding from game_check_states s where s.game_id = games.id) as finding,
  exists (select from broken_games b where b.game_id = games.id) as is_hidden_by_check,
  (extract(epoch from listed_at) * 1000000)::bigint::text as listed_us`;

/** A game with these columns. */
export type ListedRow = {
  id: string;
  title: string;
  developer: string | null;
  cover: string | null;
  hidden_at: Date | null;
  removed_at: Date | null;
  is_draft: boolean;
  is_premium: boolean;
  min_age: ContentMark;
  staff_order: number | null;
  featured_place: number | null;
  plays_30d: number;
  listed_at: Date;
  /** How the nightly check found it when it was opened last; null: not yet, or not with its newest files. */
  finding: CheckFinding | null;
  is_hidden_by_check: boolean;
  /** The time in the catalogue in microseconds, for the cursor: two games of one import have the same, and a Date is less exact. */
  listed_us: string;
};

/** Parses the filter and the query from a URL; what is unknown falls back to all games. */
export function parseGameFilters(params: URLSearchParams): { filter: GameFilter; query: string } {
  const query = (params.get('q') ?? '').trim().slice(0, QUERY_MAX);
  return {
    filter: GAME_FILTERS.find((each) => each === params.get('show')) ?? 'all',
    query: query.isWellFormed() && !query.includes('\0') ? query : '',
  };
}

/** The state of a game. */
export function getGameState(game: { hidden_at: Date | null; removed_at: Date | null; is_draft: boolean }): GameState {
  if (game.removed_at !== null) return 'removed';
  if (game.hidden_at === null) return 'shown';
  return game.is_draft ? 'new' : 'hidden';
}

/** Whether a game belongs into a list. */
export function isInFilter(
  filter: GameFilter,
  game: { state: GameState; isPremium: boolean; pick: number | null; finding: CheckFinding | null; isHiddenByCheck: boolean },
): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'hidden':
      return game.state === 'hidden' || game.state === 'new';
    case 'premium':
      return game.isPremium;
    case 'free':
      return !game.isPremium;
    case 'picks':
      return game.pick !== null;
    case 'hidden-by-check':
      return game.isHiddenByCheck;
    case 'broken':
    case 'look':
      return game.finding === filter;
    default:
      return game.state === filter;
  }
}
