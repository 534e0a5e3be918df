import { addDays } from '../plans/rules.ts';

/** Minimum length of a period. */
const MIN_PERIOD_MS = 1000;

/** The end of a period that loses some of its days. It stays after the beginning. */
export function endWithoutDays(period: { begins_at: Date; ends_at: Date }, days: number): Date {
  return new Date(Math.max(period.begins_at.getTime() + MIN_PERIOD_MS, addDays(period.ends_at, -days).getTime()));
}

/** How much of a period was left when it was revoked, in milliseconds; not above 0 if it was over. */
export function timeLeftMs(period: { begins_at: Date; ends_at: Date }, revokedAt: Date): number {
  return period.ends_at.getTime() - Math.max(revokedAt.getTime(), period.begins_at.getTime());
}
