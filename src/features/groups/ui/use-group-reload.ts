import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { followLive } from '../../../web/follow-live.ts';
import type { TabEvent } from '../../../web/live.ts';
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
      followLive(
        (event) => concernsPage(event),
        () => void reload(),
        { delay: RELOAD_DELAY_MS },
      ),
    [],
  );
}
