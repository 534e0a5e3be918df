import { addDays, listDays, startOfDay, toNairobi } from '../statistics/rules.ts';
import type { ClosableFeature, ClosedNotice } from '../feature-flags/schema.ts';
import { PARTS, type CheckState, type DayCell, type DayRow, type Incident, type Part, type PartState, type SwitchedOff } from './schema.ts';

export const MINUTE_MS = 60_000;
/** How long each check of each minute is kept, in days; what they add up to, and incidents after their end. */
export const CHECK_RETENTION_DAYS = 3;
export const DAY_RETENTION_DAYS = 400;
/** How many days are shown, today included. */
export const SHOWN_DAYS = 90;
/** After so many minutes without a check nothing is said about now. */
const STALE_MINUTES = 5;
/**
 * Fewer slow minutes of a day than these are said neither by its bar nor by the list of days: a machine that is busy for a moment each night is
 * not news. A single minute down is. The share of the time counts them all, and the page says this rule.
 */
export const SLOW_DAY_MINUTES = 5;

/** The parts that stand for something that operators can switch off. */
export const PART_FEATURES: Readonly<Partial<Record<Part, ClosableFeature>>> = { chat: 'chat', payments: 'payments' };

const ORDER: readonly CheckState[] = ['works', 'slow', 'down'];

/** The minutes of a day and a part, by state. */
export type DayMinutes = { day: string; part: Part; worked: number; slow: number; down: number };

/** The start of a minute. */
export function startOfMinute(time: Date): Date {
  return new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS);
}

/** The days that are shown, oldest first. */
export function listShownDays(now: Date): string[] {
  return listDays(toNairobi(now).day, SHOWN_DAYS);
}

/** Since when incidents are shown that are over. */
export function getShownSince(now: Date): Date {
  return startOfDay(addDays(toNairobi(now).day, 1 - SHOWN_DAYS));
}

/** What is shown of a day; undefined: nothing was checked. */
export function toDayCell(minutes: Pick<DayMinutes, 'worked' | 'slow' | 'down'> | undefined): DayCell {
  if (!minutes || minutes.worked + minutes.slow + minutes.down === 0) return { state: 'none', down: 0, slow: 0 };
  const { down } = minutes;
  const slow = minutes.slow >= SLOW_DAY_MINUTES ? minutes.slow : 0;
  return { state: down > 0 ? 'down' : slow > 0 ? 'slow' : 'works', down, slow };
}

/**
 * For how much of the checked time a part worked, with at most two digits after the point. Never rounded up: 100 means that it always worked.
 * @returns null if nothing was checked
 */
export function formatPercent(days: readonly Pick<DayMinutes, 'worked' | 'slow' | 'down'>[]): string | null {
  const sum = (pick: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + pick(day), 0);
  const worked = sum((day) => day.worked);
  const total = worked + sum((day) => day.slow) + sum((day) => day.down);
  return total === 0 ? null : String(Math.floor((worked * 10_000) / total) / 100);
}

/** The days as rows, newest first; days that follow each other and are alike make one row. */
export function toDayRows(days: readonly string[], cells: ReadonlyMap<Part, DayCell[]>): DayRow[] {
  const rows: DayRow[] = [];
  for (const [index, day] of [...days.entries()].toReversed()) {
    const own = PARTS.map((part) => cells.get(part)?.[index] ?? toDayCell(undefined));
    const last = rows.at(-1);
    if (last && last.cells.every((cell, at) => isAlike(cell, own[at]))) last.from = day;
    else rows.push({ from: day, to: day, cells: own });
  }
  return rows;
}

function isAlike(one: DayCell, other: DayCell | undefined): boolean {
  return one.state === other?.state && one.down === other.down && one.slow === other.slow;
}

/**
 * The state of a part now.
 * @param checked what the last check found, and when it began; null: none ever
 * @param open the incidents that go on
 */
export function getPartState(
  part: Part,
  checked: { state: CheckState; at: Date } | null,
  open: readonly Pick<Incident, 'parts' | 'effect'>[],
  now: Date,
): PartState {
  const known = checked !== null && !isStale(checked.at, now) ? checked.state : null;
  const effects = open.filter(({ parts }) => parts.includes(part)).map(({ effect }) => effect);
  const states = [...(known === null ? [] : [known]), ...effects];
  return states.toSorted((a, b) => ORDER.indexOf(b) - ORDER.indexOf(a))[0] ?? 'unknown';
}

/** That a part is switched off, with the operators' words for it alone: those of maintenance stand at the top. Null: it is on. */
export function getPartNotice(part: Part, { features, maintenance }: SwitchedOff): ClosedNotice | null {
  const own = PART_FEATURES[part];
  if (own === undefined) return null;
  const found = features.find(({ feature }) => feature === own);
  return found ? { message: found.message } : maintenance && { message: '' };
}

/** Whether a check is too old to say anything about now. */
export function isStale(checkedAt: Date, now: Date): boolean {
  return now.getTime() - checkedAt.getTime() > STALE_MINUTES * MINUTE_MS;
}
