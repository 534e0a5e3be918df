import type { ActionResult } from '../../shared/action-result.ts';
import type { BrokenGameReason } from '../case-queue/schema.ts';

/** The operators' list, with what came of the last night above it; and of those games alone that were broken when they were opened last. */
export const CHECKED_GAMES_PATH = '/operator/games';
export const FOUND_BROKEN_PATH = `${CHECKED_GAMES_PATH}?show=broken`;

/** How a visit of the browser ended; all but 'shown' are broken. */
export type CheckOutcome = 'shown' | BrokenGameReason;
/** 'look': it works, with something to look at: errors, missing files, other hosts. */
export type CheckFinding = 'fine' | 'look' | 'broken';

/** How a game was found when it was opened last, for a row of the operators' list. `night`: null if somebody asked for it. */
export type CheckSummary = {
  finding: CheckFinding | null;
  firstFrameMs: number | null;
  bytes: number;
  openedAt: string;
  night: string | null;
};

/** The same with everything that was found. All texts come from a stranger's code. */
export type CheckDetails = CheckSummary & {
  outcome: CheckOutcome;
  errors: string[];
  missingFiles: { path: string; status: number }[];
  otherHosts: string[];
  /** Why its page did not load; null: it loaded. */
  reason: string | null;
  /** The URL of its picture. */
  picture: string | null;
};

/** What a night found of a game; finding null: it was not opened. */
export type CheckedNight = { night: string; finding: CheckFinding | null; firstFrameMs: number | null };

/** Whether games can be opened at all, as the processes that run jobs found it last; 'unknown': none has looked yet. */
export type BrowserState = 'installed' | 'missing' | 'does-not-start' | 'unknown';
/** `lastWords`: of one that does not start. */
export type BrowserView = { state: BrowserState; lastWords: string | null };

/** The check of one game, for its page. */
export type GameCheckView = {
  browser: BrowserView;
  /** It is there and has files of ours. */
  canOpen: boolean;
  /** Somebody asked for it, and it is not opened yet. */
  isWaiting: boolean;
  /** Why it could not be opened when somebody asked for it last, which says nothing about it; null: it could. */
  failure: string | null;
  /** The check has hidden it, and nobody has decided yet. */
  isHiddenByCheck: boolean;
  last: CheckDetails | null;
  /** The last 14 nights, the latest first. */
  nights: CheckedNight[];
};

/**
 * The last night. `isOver`: what is hidden is decided. `isStopped`: too much was broken. `isOurFault`: our own game did not open last;
 * `controlFailure`: what was seen of it.
 */
export type NightSummary = {
  night: string;
  planned: number;
  opened: number;
  broken: number;
  hidden: number;
  isOver: boolean;
  isStopped: boolean;
  isOurFault: boolean;
  controlFailure: string | null;
};

/** `night`: null before the first one. `waiting`: games that the check has hidden and nobody has decided about. */
export type ChecksOverview = { browser: BrowserView; night: NightSummary | null; waiting: number };

/** What the forms of a game's page do about its check. */
export type CheckAction = 'open' | 'leave-hidden';
/** `isChanged`: false if the game waits to be opened already. */
export type CheckResult = ActionResult<{ do: CheckAction; isChanged: boolean }>;

/** The job that opens a game on demand. It is tried again after a claim has ended whose process died (see CLAIM_MINUTES). */
export const OPEN_GAME = { name: 'game-checks.open-game', retry: { limit: 4, seconds: 30, secondsMax: 120 } };
