import { useEffect, useEffectEvent } from 'react';
import { subscribeToLive } from '../../../web/live.ts';

/** The shortest time between two loads, in milliseconds. */
const INTERVAL_MS = 2_000;

/**
 * Loads again when something of the cases changes, or may have changed while there was no connection: at most once in two seconds, and in a
 * hidden tab when it is shown again.
 */
export function useLiveCases(load: () => Promise<void>): void {
  const loadNow = useEffectEvent(load);
  useEffect(() => followCases(() => void loadNow()), []);
}

/** The same outside of a component. @returns stop */
export function followCases(load: () => void): () => void {
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
    timer ??= setTimeout(run, Math.max(0, lastAt + INTERVAL_MS - Date.now()));
  };
  const onShown = () => {
    if (isMissed && !document.hidden) ask();
  };
  const unsubscribe = subscribeToLive(({ kind }) => {
    if (kind === 'cases' || kind === 'opened' || kind === 'poll') ask();
    // After a reconnect the whole page is loaded again (web/use-live-connection.ts), but not while it is hidden, nor when it is shown soon.
    if (kind === 'reconnected' && document.hidden) isMissed = true;
  });
  document.addEventListener('visibilitychange', onShown);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onShown);
  };
}
