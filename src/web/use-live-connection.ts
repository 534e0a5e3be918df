import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from './server-reachable.ts';
import type { TabEvent } from './live.ts';
import { isGameOpen } from './game-open.ts';

/** The maximum time a page needs to react when its viewer changes. */
const SETTLE_MS = 2_000;
/** Between two attempts to load the code. */
const LOAD_RETRY_MS = 30_000;

/**
 * Keeps this tab's live connection open while somebody is signed in. The page loads its data again when the connection is back after a
 * break, when what the viewer paid for changes, and when the session may have ended.
 */
export function useLiveConnection(viewerId: string | null): void {
  const { revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  const reload = useEffectEvent(async () => {
    // A running game is not disturbed: the page checks when it is closed (plays/ui/game-player-provider.tsx).
    if (isGameOpen() || !(await isServerReachable())) return;
    const before = window.location.href;
    await revalidate();
    // The loader redirected, and navigating to another page does not check who is signed in.
    if (window.location.href !== before) await revalidate();
  });
  useEffect(() => {
    if (viewerId === null) return;
    let isUnmounted = false;
    let close = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The viewer may be the same, with another session: then the effect runs again only for a new round.
    const onSignedOut = async () => {
      await reload();
      if (!isUnmounted) timer = setTimeout(() => setRound((now) => now + 1), SETTLE_MS);
    };
    const open = async () => {
      // Most people are visitors, and do not load this.
      const { openLiveConnection, subscribeToLive } = await import('./live.ts');
      if (isUnmounted) return;
      const closeConnection = openLiveConnection({
        isReconnect: round > 0,
        onSignedOut: () => void onSignedOut(),
        onRefused: () => void reload(),
      });
      const unsubscribe = subscribeToLive(({ kind }) => {
        // Payments happen in another tab. A hidden page checks when it is shown (accounts/ui/use-viewer-sync.ts).
        if (kind === 'rights' || (kind === 'reconnected' && !document.hidden)) void reload();
      });
      close = () => {
        unsubscribe();
        closeConnection();
      };
    };
    const tryToOpen = () => {
      open().catch(() => {
        if (isUnmounted) return;
        // live.ts would dispatch this, but it did not load.
        window.dispatchEvent(new CustomEvent<TabEvent>('kiddo:live', { detail: { kind: 'poll' } }));
        timer = setTimeout(tryToOpen, LOAD_RETRY_MS);
      });
    };
    tryToOpen();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      close();
    };
  }, [viewerId, round]);
}
