import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { isGameOpen } from '../../../web/game-open.ts';
import { isCachedPage, clearCachedMark } from './use-network.ts';

/** A network that was only slow comes back without a word of the browser: it is asked for this often, in milliseconds. */
const POLL_MS = 20_000;

/** A page that was kept gets its data anew, in place, once there is a network: then it knows who looks at it. A game is not disturbed. */
export function useReloadWhenOnline(isFromCache: boolean): void {
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(async () => {
    if (document.hidden || isGameOpen() || !(await isServerReachable())) return;
    await revalidate();
  });
  useEffect(() => {
    if (!isFromCache) {
      // Its data is there.
      if (isCachedPage()) clearCachedMark();
      return;
    }
    const run = () => void reload();
    // It may have come back before this was here to hear it, or was only slow.
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
