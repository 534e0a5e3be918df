import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { subscribeToLive, type TabEvent } from '../../../web/live.ts';
import { isServerReachable } from '../../../web/server-reachable.ts';

/** Events within this time cause a single reload, in milliseconds. */
const RELOAD_DELAY_MS = 1_000;

/**
 * Reloads the page's data when something changes in a group that it shows, at most once a second, and in a hidden tab when it is shown again;
 * without a live connection, at the polling interval. @param isAbout whether an event concerns the page
 */
export function useGroupReload(isAbout: (event: TabEvent) => boolean): void {
  const { revalidate } = useRevalidator();
  const concernsPage = useEffectEvent(isAbout);
  const reload = useEffectEvent(async () => {
    // If loading failed, an error page would replace this page.
    if (await isServerReachable()) await revalidate();
  });
  useEffect(
    () =>
      followGroups(
        (event) => concernsPage(event),
        () => void reload(),
      ),
    [],
  );
}

/** The same outside of a component. @returns stop */
export function followGroups(isAbout: (event: TabEvent) => boolean, load: () => void): () => void {
  let isMissed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    isMissed = document.hidden;
    if (!isMissed) load();
  };
  const ask = () => {
    timer ??= setTimeout(run, RELOAD_DELAY_MS);
  };
  const onShown = () => {
    if (isMissed && !document.hidden) ask();
  };
  const unsubscribe = subscribeToLive((event) => {
    if (event.kind === 'poll' || isAbout(event)) ask();
    // After a reconnect the whole page is loaded again (web/use-live-connection.ts), but not while it is hidden.
    if (event.kind === 'reconnected' && document.hidden) isMissed = true;
  });
  document.addEventListener('visibilitychange', onShown);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onShown);
  };
}
