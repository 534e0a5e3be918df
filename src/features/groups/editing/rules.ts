import type { RateLimit } from '../../../shared/rate-limit.ts';
import { GROUP_CHANGES_MAX } from '../schema.ts';

/** Groups that a player can make per day, including those that are closed again. */
export const GROUPS_PER_DAY: RateLimit = { name: 'groups-made', points: 5, seconds: 86_400 };
/** Days in which name and motto change at most GROUP_CHANGES_MAX times. */
export const CHANGE_DAYS = 30;
/** Days after which a name that our team took away can be replaced. */
const TAKEN_AWAY_DAYS = 7;

const DAY_MS = 86_400_000;

/** How a name came about, and when. */
export type NameChange = { kind: 'made' | 'changed' | 'taken-away'; changed_at: Date };

/** From when on changes of names count. */
export function getChangesStart(now: Date): Date {
  return new Date(now.getTime() - CHANGE_DAYS * DAY_MS);
}

/** Whether our team took the name away a short time ago: until then nobody chooses another one. */
export function isTakenAway(changes: readonly NameChange[], now: Date): boolean {
  return changes.some(({ kind, changed_at: at }) => kind === 'taken-away' && at.getTime() > now.getTime() - TAKEN_AWAY_DAYS * DAY_MS);
}

/** How often name and motto can change now. @param changes those since `getChangesStart` */
export function countChangesLeft(changes: readonly NameChange[], now: Date): number {
  if (isTakenAway(changes, now)) return 0;
  return Math.max(0, GROUP_CHANGES_MAX - changes.filter(({ kind }) => kind === 'changed').length);
}
