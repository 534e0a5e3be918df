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
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    let isMissed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      timer = undefined;
      isMissed = document.hidden;
      if (isMissed) return;
      lastAt = Date.now();
      void loadNow();
    };
    const ask = () => {
      timer ??= setTimeout(run, Math.max(0, lastAt + INTERVAL_MS - Date.now()));
    };
    const onShown = () => {
      if (isMissed && !document.hidden) ask();
    };
    // After a reconnect the whole page is loaded again anyway.
    const unsubscribe = subscribeToLive(({ kind }) => {
      if (kind === 'cases' || kind === 'opened' || kind === 'poll') ask();
    });
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('visibilitychange', onShown);
    };
  }, []);
}
