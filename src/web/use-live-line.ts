import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from './server-reachable.ts';

import { isGameOpen } from './game-open.ts';

/** A page has followed a change of its viewer within this time, in milliseconds. */
const SETTLE_MS = 2_000;
/** Code that did not come is asked for again after this time. */
const CODE_MS = 30_000;

/**
 * Keeps the live line of this tab open while somebody is signed in. When it is back after a break the page loads anew
 * what it shows; when the session ended elsewhere the page finds out who looks now.
 */
export function useLiveLine(viewerId: string | null): void {
  const { revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  // A game that runs is not disturbed: it asks when it is closed (plays/ui/game-player-provider.tsx).
  const loadAnew = useEffectEvent(async () => {
    if (isGameOpen() || !(await isServerReachable())) return;
    const before = window.location.href;
    await revalidate();
    // Led away by the page's loader: a step to another page does not ask who looks.
    if (window.location.href !== before) await revalidate();
  });
  useEffect(() => {
    if (viewerId === null) return;
    let isOver = false;
    let close = () => {};
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      waiting = setTimeout(() => setRound((now) => now + 1), SETTLE_MS);
    };
    const begin = async () => {
      // Visitors, who are most, do not load it.
      const { hearLive, openLive } = await import('./live.ts');
      if (isOver) return;
      const shut = openLive({
        again: round > 0,
        // Who looks may still be the same, by another session: then the line is opened again once the page has followed.
        onSignedOut: () => void loadAnew().then(() => !isOver && again()),
        onRefused: () => void loadAnew(),
      });
      // A page that is not seen asks when it is (accounts/ui/use-viewer-sync.ts).
      const stop = hearLive(({ kind }) => {
        // What was paid for shows in every tab: whoever pays does it in another one.
        if (kind === 'rights' || (kind === 'reconnected' && !document.hidden)) void loadAnew();
      });
      close = () => {
        stop();
        shut();
      };
    };
    const tryToBegin = () => {
      begin().catch(() => {
        if (isOver) return;
        // No line and no code for one: the bell looks by itself meanwhile.
        window.dispatchEvent(new CustomEvent('kiddo:live', { detail: { kind: 'poll' } }));
        waiting = setTimeout(tryToBegin, CODE_MS);
      });
    };
    tryToBegin();
    return () => {
      isOver = true;
      clearTimeout(waiting);
      close();
    };
  }, [viewerId, round]);
}
