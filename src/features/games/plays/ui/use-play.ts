import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queueRequest } from '../../../../web/request-queue.ts';
import { useDeviceOwnerId } from '../../../../web/viewer-id.ts';
import { subscribeToLive, type TabEvent } from '../../../../web/live.ts';
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
  const viewerId = useRef(useDeviceOwnerId());

  useEffect(() => {
    const play: OpenPlay = { gameId, id: null, isEnded: false, setPlayState, onEnded: () => notifyEnded() };
    setPlayState({ state: 'asking' });
    startPlay(play, viewerId.current);
    const timer = setInterval(() => !document.hidden && sendBeat(play), HEARTBEAT_SECONDS * 1000);
    const unsubscribe = subscribeToLive((event) => mayEndPlay(event, gameId) && sendBeat(play));
    const onPageHide = () => leavePlay(play);
    // A page restored from the back/forward cache starts a new play.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setRestartCount((now) => now + 1);
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      play.isEnded = true;
      clearInterval(timer);
      unsubscribe();
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('pageshow', onPageShow);
      endPlay(play);
    };
  }, [gameId, attempt, restartCount]);

  return playState;
}

/** Whether the game may be closed to its player since an event; the answer to a heartbeat says so. */
export function mayEndPlay(event: TabEvent, gameId: string): boolean {
  return event.kind === 'rights' || (event.kind === 'catalogue' && (event.gameId ?? gameId) === gameId);
}

type OpenPlay = {
  gameId: string;
  /** Null before the server has answered, and after the end was reported. */
  id: string | null;
  isEnded: boolean;
  setPlayState: (state: PlayState) => void;
  onEnded: () => void;
};

function startPlay(play: OpenPlay, viewerId: string | null): void {
  // The browser chooses the id, so that reporting the play again later does not count it twice. crypto.randomUUID does not exist without
  // https.
  const id = 'randomUUID' in crypto ? crypto.randomUUID() : null;
  const startedAt = Date.now();
  const url = `/games/${encodeURIComponent(play.gameId)}/plays`;
  fetch(url, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(id === null ? {} : { id }) })
    .then(async (response) => {
      if (!response.ok) return play.setPlayState({ state: 'refused', status: response.status });
      const started = (await response.json()) as PlayStart;
      play.id = started.playId;
      if (play.isEnded) endPlay(play);
      else play.setPlayState({ state: 'started', src: started.src });
    })
    .catch(() => {
      play.setPlayState({ state: 'refused', status: 0 });
      if (id === null) return;
      // The play is queued and counts once there is a network. If it cannot be stored it does not count; playing continues anyway.
      queueRequest({ address: url, fields: { late: id, at: String(startedAt) }, playerId: viewerId }).catch(() => {});
    });
}

function sendBeat(play: OpenPlay): void {
  if (play.id === null) return;
  fetch(urlForPlay(play.id), { method: 'POST', body: new URLSearchParams({ event: 'beat' }) }).then(
    ({ status }) => ENDING_STATUSES.includes(status) && !play.isEnded && play.setPlayState({ state: 'refused', status }),
    () => {},
  );
}

function endPlay(play: OpenPlay): void {
  if (play.id === null) return;
  fetch(urlForPlay(play.id), { method: 'POST', body: new URLSearchParams({ event: 'end' }), keepalive: true }).then(play.onEnded, () => {});
  play.id = null;
}

/** The page goes: only a beacon still arrives. */
function leavePlay(play: OpenPlay): void {
  if (play.id === null) return;
  navigator.sendBeacon(urlForPlay(play.id), new URLSearchParams({ event: 'end' }));
  play.id = null;
}

const urlForPlay = (playId: string) => `/plays/${encodeURIComponent(playId)}`;
