/** Whole hours since a given time. */
export function hoursSince(then: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - then.getTime()) / 3_600_000));
}
