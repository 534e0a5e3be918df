import type { ActionResult } from '../../shared/action-result.ts';
import type { AgeBand } from '../../shared/permissions.ts';

/** The page that asks for the month of birth. */
export const AGE_PATH = '/age';
/** The page for somebody who is under 13. */
export const UNDER_13_PATH = '/under-13';
/** The first year that can be chosen. */
export const FIRST_BIRTH_YEAR = 1900;

/** What the page of the question shows. `years`: what can be chosen, the latest first. */
export type AgeQuestion = { years: number[]; returnPath: string | null };
/** Result of answering that does not lead to another page: the answer cannot be. Its fields are `month` and `year`. */
export type AgeAnswerResult = ActionResult;

/**
 * What happened to the account of somebody under 13. 'erased': it was new, and nothing is left. 'due': the same, as soon as nothing speaks
 * against it. 'kept': it was somebody else on this device who said so, and the account has a history. 'closed': nobody can sign in any more, its
 * address got a mail, and it is erased after CLOSED_ACCOUNT_DAYS.
 */
export const UNDER_13_OUTCOMES = ['erased', 'due', 'closed', 'kept'] as const;
export type Under13Outcome = (typeof UNDER_13_OUTCOMES)[number];

/** What the team can do about a player's age. */
export const PLAYER_AGE_ACTIONS = ['close', 'change'] as const;
export type PlayerAgeAction = (typeof PLAYER_AGE_ACTIONS)[number];

/** A player's age as the team sees it. */
export type PlayerAge = {
  player: { id: string; username: string; displayName: string };
  band: AgeBand | null;
  /** Like '2012-03'; null for moderators, and while the player has not answered. */
  birthMonth: string | null;
  /** When the account that was closed because of the age is erased (ISO); null: it is open. */
  erasedAt: string | null;
  can: Record<PlayerAgeAction, boolean>;
  years: number[];
};
/** Result of the team's forms. Their fields are `do` and `note`, and to change also `month` and `year`. `isClosed`: the account is now. */
export type PlayerAgeResult = ActionResult<{ do: PlayerAgeAction; isClosed: boolean }>;
