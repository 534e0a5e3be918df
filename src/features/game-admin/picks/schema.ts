import type { ActionResult } from '../../../shared/action-result.ts';
import type { AdminGame } from '../listing/schema.ts';

/** Staff picks at most. */
export const PICKS_MAX = 60;
/** The longest time that a game is featured, in days. */
export const FEATURED_DAYS_MAX = 92;

/** A game that is featured from the first to the last day, in Nairobi. */
export type FeaturedPlan = { id: string; game: { id: string; title: string }; from: string; until: string; isNow: boolean };

/** The staff picks in their order, and what is planned. */
export type PicksView = {
  picks: AdminGame[];
  query: string;
  /** Shown games that the search finds, to be added. */
  found: AdminGame[];
  plans: FeaturedPlan[];
  /** Monday and Sunday of the next week, which a new plan begins with. */
  week: { from: string; until: string };
};

/** Where a pick goes in the order that is not before another one. */
export const AT_END = '-';

/**
 * What a button of the page does: `add ID`, `remove ID`, `move ID BEFORE` (another pick's id, or AT_END), `feature ID`, `unfeature PLAN`.
 * One field with everything, so that the order works with one form of plain buttons, and one note for all of them.
 */
export type PickAction = 'add' | 'remove' | 'move' | 'feature' | 'unfeature';

/** Result of a button. */
export type PicksResult = ActionResult<{ do: PickAction; title: string }>;
