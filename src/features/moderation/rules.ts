import { NOTE_MAX } from './schema.ts';

export const QUEUE_PAGE_SIZE = 20;
/** Reports and log entries shown of one game. */
export const CASE_REPORTS_MAX = 100;
export const CASE_LOG_MAX = 50;
/** Reports that an entry of the log names; of more it keeps the number. */
export const LOGGED_IDS_MAX = 100;

/** A note as it is kept, or null where there is none that says anything. */
export function parseNote(text: string): string | null {
  const note = text.replaceAll('\r\n', '\n').trim();
  const isValid = note.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(note);
  return isValid && note.length >= 3 && note.length <= NOTE_MAX ? note : null;
}

/** Whole hours since a moment. */
export function hoursSince(then: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - then.getTime()) / 3_600_000));
}

/**
 * Up to when reports are decided: those that came after the page was made have been read by nobody.
 * @param seen the moment of the newest report that was shown, as the form sent it; where it says nothing, all until now
 */
export function parseSeenUntil(seen: string | undefined, now: Date): Date {
  const at = Date.parse(seen ?? '');
  return Number.isNaN(at) ? now : new Date(Math.min(at, now.getTime()));
}

/** The moment of the newest of some reports, for the form that decides about them. */
export function getNewestCreatedAt(reports: { createdAt: string }[]): string {
  return reports.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '');
}
