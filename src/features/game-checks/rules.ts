import { addDays, startOfDay, toNairobi } from '../statistics/rules.ts';
import type { CheckFinding, CheckOutcome } from './schema.ts';

const MINUTE_MS = 60_000;

/** Games are opened from this hour on, and until before that one, in Nairobi: then the fewest children play. */
export const NIGHT_HOURS = { from: 1, to: 5 } as const;
/**
 * Games that are planned for a night: 240 runs of which each opens games for about 45 s, and a game takes about 7 s with the writing; a tenth
 * is left for slow ones. What does not fit comes in the next nights.
 */
export const NIGHT_GAMES_MAX = 1_400;
/** A run begins no further game after this time, in milliseconds: most visits end before the next run begins, the longest a minute later. */
export const RUN_MS = 45_000;
/** Whoever claimed a game and did not say what came of it within this time has died, in minutes: then it is free again. */
export const CLAIM_MINUTES = 4;
/** A game with which a process died so often is left out for the night: it may be the reason. */
export const TRIES_MAX = 3;
/** A night is over at the latest so many minutes after its last hour: by then the last run has ended. */
const NIGHT_END_MINUTES = 10;
/** The two nights in which a game is broken are at most so many days apart. */
export const NIGHTS_APART_MAX = 3;
/** A game that was broken is opened once more in the same night, so many minutes later: what was wrong with us may be over by then. */
export const SECOND_LOOK_MINUTES = 30;
/** If more games than this are broken in a night, and more than this part of those opened, it may be our own fault, and none is hidden. */
const BRAKE = { games: 5, part: 0.1 } as const;
/** How long results of nights are kept, in days. */
export const CHECK_RETENTION_DAYS = 30;
/** Nights that the page of a game shows. */
export const NIGHTS_SHOWN = 14;
/** How often it is looked whether a browser is installed, in minutes; each look starts one. One that does not start is not tried more often. */
export const BROWSER_LOOK_MINUTES = 60;
/** The longest text about an error that pages show. */
const ERROR_MAX = 300;
/** Whoever asked for a game waits no longer than this, in minutes; then it can be asked for again. */
export const REQUEST_MINUTES = 10;
/** Opening games on demand, for each operator. */
export const OPEN_LIMIT = { name: 'games opened on demand', points: 30, seconds: 3600 };

/** What a visit means. A game that throws and goes on is not broken. */
export function getFinding(visit: {
  outcome: CheckOutcome;
  errors: readonly unknown[];
  missingFiles: readonly unknown[];
  otherHosts: readonly unknown[];
}): CheckFinding {
  if (visit.outcome !== 'shown') return 'broken';
  return visit.errors.length + visit.missingFiles.length + visit.otherHosts.length > 0 ? 'look' : 'fine';
}

/** The night in which games are opened now, as a date in Nairobi; null: it is day. */
export function getNight(now: Date): string | null {
  const { day, hour } = toNairobi(now);
  return hour >= NIGHT_HOURS.from && hour < NIGHT_HOURS.to ? day : null;
}

/** When a night is over, whether all its games were opened or not. */
export function getEndOfNight(night: string): Date {
  return new Date(startOfDay(night).getTime() + (NIGHT_HOURS.to * 60 + NIGHT_END_MINUTES) * MINUTE_MS);
}

/** The last nights, the latest first, the one that is now or was last included. */
export function listLastNights(now: Date, count: number): string[] {
  const { day, hour } = toNairobi(now);
  const last = hour >= NIGHT_HOURS.from ? day : addDays(day, -1);
  return Array.from({ length: count }, (_, index) => addDays(last, -index));
}

/** Whether so much is broken in a night that nothing of it may be believed. */
export function isTooMuchBroken({ opened, broken }: { opened: number; broken: number }): boolean {
  return broken > BRAKE.games && broken > opened * BRAKE.part;
}

/** Where the picture of a game is stored; only the newest is kept. */
export function toPicturePath(gameId: string): string {
  return `game-checks/${gameId}.jpg`;
}

/** What an error says, for the database and pages of operators: not the start of it, which is the longest, but its last words. */
export function toErrorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const words = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words.length > ERROR_MAX ? `...${words.slice(3 - ERROR_MAX).toWellFormed()}` : words;
}

/** A stranger's text, for the database: without what it does not take, and not longer than the browser promised. */
export function toStoredText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').slice(0, 200);
}
