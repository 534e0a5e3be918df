import type { ClosableFeature, ClosedNotice } from '../feature-flags/schema.ts';

/** The parts of the site that are checked, in the order in which they are shown. */
export const PARTS = ['pages', 'games', 'chat', 'payments', 'mail'] as const;
export type Part = (typeof PARTS)[number];

/** What a check finds. */
export type CheckState = 'works' | 'slow' | 'down';
/** `unknown`: nothing was checked lately. `off`: operators switched it off; what is down is down all the same. */
export type PartState = CheckState | 'unknown' | 'off';
/** `none`: nothing was checked on that day. */
export type DayState = CheckState | 'none';

/** One day of a part: for how many minutes it was down, and slow. `slow` is 0 if they are too few to count. */
export type DayCell = { state: DayState; down: number; slow: number };
/** Days that follow each other and were alike for all parts, the parts in the order of PARTS. */
export type DayRow = { from: string; to: string; cells: DayCell[] };

export type PartStatus = {
  part: Part;
  state: PartState;
  /** That operators switched it off, with their words, '' for none; null: it is on. */
  off: ClosedNotice | null;
  /** The states of the days that are shown, oldest first. */
  days: DayState[];
  /** For how much of the time that was checked it worked, such as '99.98'; null: nothing was checked. */
  percent: string | null;
};

type IncidentUpdate = { id: string; at: string; body: string };

/** What operators switched off for everybody, each with their words; `maintenance`: they made the site read-only, which closes all of it. */
export type SwitchedOff = { features: { feature: ClosableFeature; message: string }[]; maintenance: ClosedNotice | null };

/** Something that happened, as everybody reads it. Times are ISO; `endedAt` null: it still goes on. */
export type Incident = {
  id: string;
  title: string;
  body: string;
  parts: Part[];
  effect: Exclude<CheckState, 'works'>;
  startedAt: string;
  endedAt: string | null;
  /** Oldest first. */
  updates: IncidentUpdate[];
};

export type StatusView = {
  /** The parts that are down, and those that are slow; else whether everything is known to work. */
  down: Part[];
  slow: Part[];
  isKnown: boolean;
  off: SwitchedOff;
  /** The last check, and whether that was on the day on which the page was made; null: none ever. */
  checked: { at: string; isToday: boolean } | null;
  parts: PartStatus[];
  /** The days that are shown, first and last. */
  days: { from: string; to: string };
  dayRows: DayRow[];
  /** Those that still go on, and those that are over; newest first. */
  open: Incident[];
  past: Incident[];
};

export const STATUS_PATH = '/status';
