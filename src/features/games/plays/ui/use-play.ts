import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepForLater } from '../../../../web/send-later.ts';
import { useOwnerId } from '../../../../web/viewer-id.ts';
import { subscribeToLive } from '../../../../web/live.ts';
import { HEARTBEAT_SECONDS, type PlayStart } from '../schema.ts';

/** What ends a game while it is open: it was hidden, or the premium that it needs is over. */
const ENDS = [409, 403];

/** How the server answered to a play that starts. */
export type Start = { state: 'asking' } | { state: 'started'; src: string } | { state: 'refused'; status: number };

/**
 * Tells the server that a game is open: a start, a heartbeat while the page is visible, an end. It never stands in the
 * way of playing: whoever is offline plays on uncounted. @param attempt asks anew when it changes.
 * @param onEnded the server has heard that the game was closed.
 */
export function usePlay(gameId: string, attempt: number, onEnded: () => void): Start {
  const ended = useEffectEvent(onEnded);
  const [start, setStart] = useState<Start>({ state: 'asking' });
  const [round, setRound] = useState(0);
  const playId = useRef<string | null>(null);
  const viewerId = useRef(useOwnerId());

  useEffect(() => {
    let isOver = false;
    const tell = (event: 'beat' | 'end' | 'leave') => {
      if (!playId.current) return;
      const address = `/plays/${encodeURIComponent(playId.current)}`;
      const body = new URLSearchParams({ event: event === 'beat' ? 'beat' : 'end' });
      if (event !== 'beat') playId.current = null;
      if (event === 'leave') navigator.sendBeacon(address, body);
      else if (event === 'end') fetch(address, { method: 'POST', body, keepalive: true }).then(ended, () => {});
      else {
        fetch(address, { method: 'POST', body }).then(
          ({ status }) => ENDS.includes(status) && !isOver && setStart({ state: 'refused', status }),
          () => {},
        );
      }
    };
    setStart({ state: 'asking' });
    // Named here, so that telling it again later does not count it twice. Addresses without https have no maker of names.
    const id = 'randomUUID' in crypto ? crypto.randomUUID() : null;
    const startedAt = Date.now();
    const address = `/games/${encodeURIComponent(gameId)}/plays`;
    fetch(address, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(id === null ? {} : { id }) })
      .then(async (response) => {
        if (!response.ok) return setStart({ state: 'refused', status: response.status });
        const play = (await response.json()) as PlayStart;
        playId.current = play.playId;
        if (isOver) tell('end');
        else setStart({ state: 'started', src: play.src });
      })
      .catch(() => {
        setStart({ state: 'refused', status: 0 });
        if (id === null) return;
        // It counts once there is a network. Where nothing can be kept it does not: playing goes on all the same.
        keepForLater({ address, fields: { late: id, at: String(startedAt) }, playerId: viewerId.current }).catch(() => {});
      });

    const timer = setInterval(() => !document.hidden && tell('beat'), HEARTBEAT_SECONDS * 1000);
    const stopHearing = subscribeToLive(
      (news) => (news.kind === 'rights' || (news.kind === 'catalogue' && news.gameId === gameId)) && tell('beat'),
    );
    const leave = () => tell('leave');
    // A page that comes back out of the browser's memory goes on with a new play.
    const back = (event: PageTransitionEvent) => event.persisted && setRound((now) => now + 1);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    return () => {
      isOver = true;
      clearInterval(timer);
      stopHearing();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
      tell('end');
    };
  }, [gameId, attempt, round]);

  return start;
}
