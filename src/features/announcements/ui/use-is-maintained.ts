import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isGameOpen } from '../../../web/game-open.ts';
import type { TabEvent } from '../../../web/live.ts';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { isCachedPage } from '../../offline/ui/use-network.ts';
import type { SiteLine } from '../schema.ts';

/** Visitors have no live connection: while their page says that the site is read-only, it is loaded again this often, in milliseconds. */
const ASK_MS = 5 * 60_000;

/**
 * Whether the site is still read-only where the page's lines say so. It is not when the server says that it ended: nothing is loaded for
 * that, because all tabs hear it at once. A copy of the service worker's does not know, until it has data of its own. No time is compared,
 * because the clocks of cheap phones are often wrong.
 * @param lines a new array each time the page loads its data
 */
export function useIsMaintained(lines: readonly SiteLine[]): boolean {
  const [copied] = useState(() => (isCachedPage() ? lines : null));
  const [ended, setEnded] = useState<readonly SiteLine[] | null>(null);
  const isMaintained = lines[0]?.kind === 'maintenance' && lines !== copied && lines !== ended;
  const { revalidate } = useRevalidator();
  const onEvent = useEffectEvent((event: Event) => {
    const { detail } = event as CustomEvent<TabEvent>;
    if (detail.kind === 'switched' && detail.flag === 'read-only') setEnded(detail.isEnabled ? null : lines);
  });
  useEffect(() => {
    const listener = (event: Event) => onEvent(event);
    // Not `subscribeToLive`: visitors do not load that.
    window.addEventListener('kiddo:live', listener);
    return () => window.removeEventListener('kiddo:live', listener);
  }, []);
  useEffect(() => {
    if (!isMaintained) return undefined;
    const ask = async () => {
      if (!document.hidden && !isGameOpen() && (await isServerReachable())) await revalidate();
    };
    const timer = setInterval(() => void ask(), ASK_MS);
    return () => clearInterval(timer);
  }, [isMaintained, revalidate]);
  return isMaintained;
}
