/** Looking at the same thing again within this time is not written again. */
const LOOK_HOURS = 1;

/** Looks that began after this are the same as one at `now`. */
export function getLookStart(now: Date): Date {
  return new Date(now.getTime() - LOOK_HOURS * 3_600_000);
}
