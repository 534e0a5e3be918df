import { AGE_BAND_RULES, AGE_BANDS, type AgeBand, type ContentMark } from '../../shared/permissions.ts';
import type { AnnouncedPlan, AnnouncementState, Audience } from './schema.ts';
import { ANNOUNCED_PLANS } from './schema.ts';

/** Announcements of a page of operators. */
export const ANNOUNCEMENTS_PAGE_SIZE = 20;
/** For how long each process keeps which announcements run. Those that begin meanwhile are among them. */
export const OPEN_CACHE_MS = 5_000;
/** Lines that can run at once, and are sent with a page so that the next one shows when one is closed. */
export const OPEN_MAX = 5;

type Timed = { startsAt: Date; endsAt: Date; endedAt: Date | null };

/** What an announcement is at a time. It runs from its start (inclusive) to its end (exclusive). */
export function getState({ startsAt, endsAt, endedAt }: Timed, now: Date): AnnouncementState {
  if (endedAt !== null) return 'ended';
  if (now < startsAt) return 'planned';
  return now < endsAt ? 'running' : 'over';
}

/** The announcements among these that run and were not closed, in the order in which their lines are shown: one at a time, the first that began. */
export function selectLines<One extends Timed & { id: number }>(open: readonly One[], closedIds: readonly number[], now: Date): One[] {
  return open
    .filter((one) => getState(one, now) === 'running' && !closedIds.includes(one.id))
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || one.id - other.id);
}

/** The age bands that see games with this content mark. */
export function listBands(mark: ContentMark): AgeBand[] {
  return AGE_BANDS.filter((band) => AGE_BAND_RULES[band].gamesUpTo >= mark);
}

/** How an audience is stored. */
export function toStoredAudience(audience: Audience): { audience: 'everybody' | 'plans' | 'game'; plans: AnnouncedPlan[] | null } {
  if (audience === 'everybody' || audience === 'game') return { audience, plans: null };
  return { audience: 'plans', plans: audience === 'plans' ? [...ANNOUNCED_PLANS] : [audience] };
}

/** The opposite of {@link toStoredAudience}. */
export function fromStoredAudience(audience: 'everybody' | 'plans' | 'game', plans: readonly string[] | null): Audience {
  const [one, ...more] = plans ?? [];
  return audience === 'plans' && more.length === 0 && (one === 'premium' || one === 'pro') ? one : audience;
}

const NAIROBI_OFFSET_MS = 3 * 3_600_000;

/** A time as the form has it: in Nairobi, where clocks never change, such as `2026-11-28T08:00`. */
export function toFieldTime(time: Date): string {
  return new Date(time.getTime() + NAIROBI_OFFSET_MS).toISOString().slice(0, 16);
}

/** The time that a form means; null if there is none, such as the 31st of June. */
export function fromFieldTime(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  const time = new Date(`${text}:00+03:00`);
  return Number.isNaN(time.getTime()) || toFieldTime(time) !== text ? null : time;
}

/**
 * The id of the game that a path of ours leads to, or that any page below it is about; null for other pages. Read as browsers and the router
 * do: dots, encoded letters and capitals lead to the same page. Whether there is such a game is not known here.
 */
export function findLinkedGame(path: string): string | null {
  if (!path.startsWith('/') || !URL.canParse(path, 'http://x')) return null;
  const [list, id] = new URL(path, 'http://x').pathname.split('/').filter((part) => part !== '');
  return id !== undefined && decode(list).toLowerCase() === 'games' ? decode(id) : null;
}

function decode(text = ''): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
