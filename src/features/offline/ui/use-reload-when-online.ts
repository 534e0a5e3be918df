import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { isGameOpen } from '../../../web/game-open.ts';
import { isCachedPage, clearCachedMark } from './use-network.ts';

/** The browser sends no event when a network that was only slow recovers, so the server is polled this often, in milliseconds. */
const POLL_MS = 20_000;

/**
 * Reloads the data of a page from the cache, in place, once there is a network: then it knows the current user. Does not disturb an open
 * game.
 */
export function useReloadWhenOnline(isFromCache: boolean): void {
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(async () => {
    if (document.hidden || isGameOpen() || !(await isServerReachable())) return;
    await revalidate();
  });
  useEffect(() => {
    if (!isFromCache) {
      // The fresh data has arrived.
      if (isCachedPage()) clearCachedMark();
      return;
    }
    const run = () => void reload();
    // The network may have come back before this listener existed, or was only slow.
    if (navigator.onLine) run();
    const timer = setInterval(run, POLL_MS);
    window.addEventListener('online', run);
    document.addEventListener('visibilitychange', run);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', run);
      document.removeEventListener('visibilitychange', run);
    };
  }, [isFromCache]);
}
