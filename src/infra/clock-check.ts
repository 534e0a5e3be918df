/** A clock that is corrected all the time goes back by less, in milliseconds. */
const CORRECTION_MS = 1_000;

/**
 * Notices when a clock is set back: what was stored with its former time would seem new until the clock is there again.
 * @param onSetBack called with the time, in milliseconds since 1970, once for each time that it is set back by more than a second
 * @returns looks at the clock; to be called before whatever has a time is used
 */
export function createClockCheck(now: () => number, onSetBack: (at: number) => void): () => void {
  let latest = now();
  return () => {
    const at = now();
    const isSetBack = at < latest - CORRECTION_MS;
    latest = isSetBack ? at : Math.max(at, latest);
    if (isSetBack) onSetBack(at);
  };
}
