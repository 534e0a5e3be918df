import type { ActionResult } from '../../shared/action-result.ts';

/** The page of operators. */
export const ANNOUNCEMENTS_PATH = '/operator/announcements';
/** For browsers without scripts: GET is the style sheet of the lines, POST closes one. */
export const LINE_PATH = '/announcements/line';

/** Characters of a line, of its link and of where that leads. */
export const TEXT_MIN = 3;
export const TEXT_MAX = 90;
export const LABEL_MAX = 30;
export const PATH_MAX = 100;
/** How long an announcement runs at most, in days. */
export const DAYS_MAX = 60;

/** How many letters a text has, as the database counts. */
export const countLetters = (text: string): number => Array.from(text).length;

/** The plans whose members an announcement can be for. */
export const ANNOUNCED_PLANS = ['premium', 'pro'] as const;
export type AnnouncedPlan = (typeof ANNOUNCED_PLANS)[number];

/** Whom an announcement is for, as the form sends it; 'plans' are the members of either plan. */
export const AUDIENCES = ['everybody', 'plans', 'premium', 'pro', 'game'] as const;
export type Audience = (typeof AUDIENCES)[number];

export type LineLink = { label: string; path: string };

/** A line over the site: an announcement, which people can close, or that the site is being looked after, which goes first and stays. */
export type SiteLine =
  | { kind: 'announcement'; id: number; text: string; link: LineLink | null; /** ISO. */ endsAt: string }
  | { kind: 'maintenance'; text: string };

/** 'ended': before its end, by an operator; 'over': at its end. */
export type AnnouncementState = 'planned' | 'running' | 'ended' | 'over';

/** An announcement as operators see it. Times are ISO. */
export type AnnouncementView = {
  id: number;
  text: string;
  link: LineLink | null;
  audience: Audience;
  /** The title of the game whose players it is for; null if it is not for those, or the game is gone. */
  game: string | null;
  startsAt: string;
  /** When it ends, or was ended. */
  endsAt: string;
  state: AnnouncementState;
  hasBell: boolean;
  /** How many players were notified, and whether all were. */
  notified: number;
  isBellDone: boolean;
  /** Who planned it. */
  madeBy: string;
};

/** What the form of an announcement has, as texts; times are those of Nairobi as `2026-11-28T08:00`. */
export const ANNOUNCEMENT_FIELDS = [
  'formId',
  'id',
  'version',
  'text',
  'linkLabel',
  'linkPath',
  'audience',
  'game',
  'from',
  'until',
  'bell',
  'note',
] as const;
export type AnnouncementFields = Partial<Record<(typeof ANNOUNCEMENT_FIELDS)[number], string>>;

export type AnnouncementsView = {
  rows: AnnouncementView[];
  next: string | null;
  /** The announcement that is being changed; null while a new one is made. */
  editing: AnnouncementFields | null;
  /** The `formId` of the next new one: sent twice, it makes one announcement. */
  newId: string;
};

/** What an operator did; 'preview' did nothing yet. */
export type AnnouncementDone =
  | { do: 'preview'; values: AnnouncementFields }
  | { do: 'start'; formId: string; /** ISO. */ startsAt: string; isRunning: boolean }
  | { do: 'save'; /** ISO. */ startsAt: string; isRunning: boolean }
  | { do: 'end' | 'delete' };
export type AnnouncementResult = ActionResult<AnnouncementDone>;

/**
 * The cookie with the ids of the lines that were closed in this browser, the newest last: `kiddo_closed=3.7`. Scripts read it too, because
 * the pages of visitors are the same for all of them.
 */
export const CLOSED_LINES_COOKIE = 'kiddo_closed';
/** More than this are forgotten, the oldest first: they are over by then. */
const CLOSED_MAX = 20;

/** Reads the ids of closed lines from a Cookie header or from `document.cookie`. */
export function parseClosedLines(cookies: string): number[] {
  const found = new RegExp(`(?:^|;\\s*)${CLOSED_LINES_COOKIE}=(\\d{1,9}(?:\\.\\d{1,9})*)(?=;|$)`).exec(cookies);
  return found?.[1]?.split('.').map(Number) ?? [];
}

/** The cookie that also has this line as closed. @param cookies as for {@link parseClosedLines} */
export function serializeClosedLines(cookies: string, id: number, isSecure: boolean): string {
  const ids = [...parseClosedLines(cookies).filter((each) => each !== id), id].slice(-CLOSED_MAX);
  return `${CLOSED_LINES_COOKIE}=${ids.join('.')}; Path=/; Max-Age=${DAYS_MAX * 86_400}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
