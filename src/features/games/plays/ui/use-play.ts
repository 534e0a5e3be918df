import { useEffect, useRef, useState } from 'react';
import { HEARTBEAT_SECONDS, type PlayStart } from '../schema.ts';

/** How the server answered to a play that starts. */
export type Start = { state: 'asking' } | { state: 'started'; src: string } | { state: 'refused'; status: number };

/**
 * Tells the server that a game is open: a start, a heartbeat while the page is visible, an end. It never stands in the
 * way of playing: whoever is offline plays on uncounted. @param attempt asks anew when it changes.
 */
export function usePlay(gameId: string, attempt: number): Start {
  const [start, setStart] = useState<Start>({ state: 'asking' });
  const [round, setRound] = useState(0);
  const playId = useRef<string | null>(null);

  useEffect(() => {
    let isOver = false;
    const tell = (event: 'beat' | 'end') => {
      if (!playId.current) return;
      const address = `/plays/${encodeURIComponent(playId.current)}`;
      const body = new URLSearchParams({ event });
      if (event === 'end') {
        playId.current = null;
        navigator.sendBeacon(address, body);
      } else {
        fetch(address, { method: 'POST', body }).catch(() => {});
      }
    };
    setStart({ state: 'asking' });
    fetch(`/games/${encodeURIComponent(gameId)}/plays`, { method: 'POST', headers: { accept: 'application/json' } })
      .then(async (response) => {
        if (!response.ok) return setStart({ state: 'refused', status: response.status });
        const play = (await response.json()) as PlayStart;
        playId.current = play.playId;
        if (isOver) tell('end');
        else setStart({ state: 'started', src: play.src });
      })
      .catch(() => setStart({ state: 'refused', status: 0 }));

    const timer = setInterval(() => !document.hidden && tell('beat'), HEARTBEAT_SECONDS * 1000);
    const end = () => tell('end');
    // A page that comes back out of the browser's memory goes on with a new play.
    const back = (event: PageTransitionEvent) => event.persisted && setRound((now) => now + 1);
    window.addEventListener('pagehide', end);
    window.addEventListener('pageshow', back);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('pagehide', end);
      window.removeEventListener('pageshow', back);
      end();
    };
  }, [gameId, attempt, round]);

  return start;
}
