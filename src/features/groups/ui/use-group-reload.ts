import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { subscribeToLive, type TabEvent } from '../../../web/live.ts';
import { isServerReachable } from '../../../web/server-reachable.ts';

/** Events within this time cause a single reload, in milliseconds. */
const RELOAD_DELAY_MS = 1_000;

/**
 * Reloads the page's data when something changes in a group that it shows, at most once a second; without a live connection, at the polling
 * interval. @param isAbout whether an event concerns the page
 */
export function useGroupReload(isAbout: (event: TabEvent) => boolean): void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reload = useEffectEvent(async () => {
    timer.current = undefined;
    // If loading failed, an error page would replace this page.
    if (!document.hidden && (await isServerReachable())) await revalidate();
  });
  const onEvent = useEffectEvent((event: TabEvent) => {
    if (event.kind !== 'reconnected' && event.kind !== 'poll' && !isAbout(event)) return;
    timer.current ??= setTimeout(() => void reload(), RELOAD_DELAY_MS);
  });
  useEffect(() => {
    const unsubscribe = subscribeToLive((event) => onEvent(event));
    return () => {
      unsubscribe();
      clearTimeout(timer.current);
    };
  }, []);
}
