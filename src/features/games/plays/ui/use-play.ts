import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queueRequest } from '../../../../web/request-queue.ts';
import { useDeviceOwnerId } from '../../../../web/viewer-id.ts';
import { subscribeToLive } from '../../../../web/live.ts';
import { HEARTBEAT_SECONDS, type PlayStart } from '../schema.ts';

/** Response statuses that end an open game: it was hidden (409), or the required premium is over (403). */
const ENDING_STATUSES = [409, 403];

/** The server's response to starting a play. */
export type PlayState = { state: 'asking' } | { state: 'started'; src: string } | { state: 'refused'; status: number };

/**
 * Reports an open game to the server: a start, a heartbeat while the page is visible, an end. It never blocks playing: an offline player
 * plays on. @param attempt a new value starts a new play.
 * @param onEnded called when the server has received the `end` event.
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
    // The browser chooses the id, so that reporting the play again later does not count it twice. crypto.randomUUID does not exist without
    // https.
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
        // The play is queued and counts once there is a network. If it cannot be stored it does not count; playing continues anyway.
        queueRequest({ address: url, fields: { late: id, at: String(startedAt) }, playerId: viewerId.current }).catch(() => {});
      });

    const timer = setInterval(() => !document.hidden && sendEvent('beat'), HEARTBEAT_SECONDS * 1000);
    const unsubscribe = subscribeToLive(
      (event) => (event.kind === 'rights' || (event.kind === 'catalogue' && event.gameId === gameId)) && sendEvent('beat'),
    );
    const onPageHide = () => sendEvent('leave');
    // A page restored from the back/forward cache starts a new play.
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
