import { subscribeToLive, type TabEvent } from './live.ts';

type Pace = {
  /** The shortest time between two loads, in milliseconds. */
  interval?: number;
  /** How long an event waits for others, in milliseconds. */
  delay?: number;
};

/**
 * Calls `load` for events that concern a page, in a hidden tab when it is shown again; without a live connection, at the polling interval.
 * @param isAbout whether an event concerns the page
 * @returns stop
 */
export function followLive(isAbout: (event: TabEvent) => boolean, load: () => void, { interval = 0, delay = 0 }: Pace): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  let isMissed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    isMissed = document.hidden;
    if (isMissed) return;
    lastAt = Date.now();
    load();
  };
  const ask = () => {
    timer ??= setTimeout(run, Math.max(delay, lastAt + interval - Date.now()));
  };
  const onShown = () => {
    if (isMissed && !document.hidden) ask();
  };
  const unsubscribe = subscribeToLive((event) => {
    if (event.kind === 'poll' || isAbout(event)) ask();
    // After a reconnect the whole page is loaded again (use-live-connection.ts), but not while it is hidden, nor when it is shown soon.
    if (event.kind === 'reconnected' && document.hidden) isMissed = true;
  });
  document.addEventListener('visibilitychange', onShown);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onShown);
  };
}
