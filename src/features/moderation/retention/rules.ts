import { CASE_RETENTION_MONTHS } from '../cases/schema.ts';

/** Cases that were closed at this time or before are deleted. */
export function getRetentionCutoff(now: Date): Date {
  return addMonths(now, -CASE_RETENTION_MONTHS);
}

/** When a case is deleted that was closed at the given time. */
export function getRetentionEnd(closedAt: Date): Date {
  return addMonths(closedAt, CASE_RETENTION_MONTHS);
}

function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}
