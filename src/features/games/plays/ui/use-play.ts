import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queueRequest } from '../../../../web/request-queue.ts';
import { useDeviceOwnerId } from '../../../../web/viewer-id.ts';
import { subscribeToLive } from '../../../../web/live.ts';
import { HEARTBEAT_SECONDS, type PlayStart } from '../schema.ts';

/** What ends a game while it is open: it was hidden, or the premium that it needs is over. */
const ENDING_STATUSES = [409, 403];

/** How the server answered to a play that starts. */
export type PlayState = { state: 'asking' } | { state: 'started'; src: string } | { state: 'refused'; status: number };

/**
 * Tells the server that a game is open: a start, a heartbeat while the page is visible, an end. It never stands in the
 * way of playing: whoever is offline plays on uncounted. @param attempt asks anew when it changes.
 * @param onEnded the server has heard that the game was closed.
 */
export function usePlay(gameId: string, attempt: number, onEnded: () => void): PlayState {
  const notifyEnded = useEffectEvent(onEnded);
  const [playState, setPlayState] = useState<PlayState>({ state: 'asking' });
  const [restartCount, setRestartCount] = useState(0);
  const playId = useRef<string | null>(null);
  const viewerId = useRef(useDeviceOwnerId());

  useEffect(() => {
    let isEnded = false;
    const sendEvent = (event: 'beat' | 'end' | 'leave') => {
      if (!playId.current) return;
      const url = `/plays/${encodeURIComponent(playId.current)}`;
      const body = new URLSearchParams({ event: event === 'beat' ? 'beat' : 'end' });
      if (event !== 'beat') playId.current = null;
      if (event === 'leave') navigator.sendBeacon(url, body);
      else if (event === 'end') fetch(url, { method: 'POST', body, keepalive: true }).then(notifyEnded, () => {});
      else {
        fetch(url, { method: 'POST', body }).then(
          ({ status }) => ENDING_STATUSES.includes(status) && !isEnded && setPlayState({ state: 'refused', status }),
          () => {},
        );
      }
    };
    setPlayState({ state: 'asking' });
    // Named here, so that telling it again later does not count it twice. Addresses without https have no maker of names.
    const id = 'randomUUID' in crypto ? crypto.randomUUID() : null;
    const startedAt = Date.now();
    const url = `/games/${encodeURIComponent(gameId)}/plays`;
    fetch(url, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(id === null ? {} : { id }) })
      .then(async (response) => {
        if (!response.ok) return setPlayState({ state: 'refused', status: response.status });
        const play = (await response.json()) as PlayStart;
        playId.current = play.playId;
        if (isEnded) sendEvent('end');
        else setPlayState({ state: 'started', src: play.src });
      })
      .catch(() => {
        setPlayState({ state: 'refused', status: 0 });
        if (id === null) return;
        // It counts once there is a network. Where nothing can be kept it does not: playing goes on all the same.
        queueRequest({ address: url, fields: { late: id, at: String(startedAt) }, playerId: viewerId.current }).catch(() => {});
      });

    const timer = setInterval(() => !document.hidden && sendEvent('beat'), HEARTBEAT_SECONDS * 1000);
    const unsubscribe = subscribeToLive(
      (event) => (event.kind === 'rights' || (event.kind === 'catalogue' && event.gameId === gameId)) && sendEvent('beat'),
    );
    const onPageHide = () => sendEvent('leave');
    // A page that comes back out of the browser's memory goes on with a new play.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setRestartCount((now) => now + 1);
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      isEnded = true;
      clearInterval(timer);
      unsubscribe();
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', onPageShow);
      sendEvent('end');
    };
  }, [gameId, attempt, restartCount]);

  return playState;
}
