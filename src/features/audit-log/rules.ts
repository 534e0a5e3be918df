/** Reading the same data again within this time is not written again. */
const ACCESS_WINDOW_HOURS = 1;

/** What was read after this counts as the same as what is read at `now`. */
export function getAccessWindowStart(now: Date): Date {
  return new Date(now.getTime() - ACCESS_WINDOW_HOURS * 3_600_000);
}
