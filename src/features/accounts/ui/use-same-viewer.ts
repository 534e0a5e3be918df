import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { isGameOpen } from '../../../web/playing.ts';
import { isServerReachable } from '../../../web/ask-server.ts';

const CHANNEL = 'kiddo-viewer';
/** A page that was out of sight longer than this asks the server anew who looks at it, in milliseconds. */
const AWAY_MS = 60_000;

/**
 * All tabs of a browser follow when somebody signs in or out in one of them. A tab tells the others who looks at it when
 * that changes; one that hears of somebody else loads its data anew, and so has the truth from the server, not from a tab.
 * The same after a page was long out of sight, or came back out of the browser's memory.
 */
export function useSameViewer(viewerId: string | null): void {
  const { revalidate, state } = useRevalidator();
  const { key } = useLocation();
  const line = useRef<BroadcastChannel>(null);
  const heard = useRef<string | null>(undefined);
  const isDue = useRef(false);
  const askedAt = useRef<string>(null);

  const settle = useEffectEvent(() => {
    // What is heard while data is on its way waits for it. A game that runs is not disturbed: it may belong to whoever left.
    if (state !== 'idle' || isGameOpen()) return;
    // The page led elsewhere meanwhile (as the login page does): a step to another page does not ask who looks.
    const wasLedAway = askedAt.current !== null && askedAt.current !== key;
    askedAt.current = null;
    const isOther = heard.current !== undefined && heard.current !== viewerId;
    heard.current = undefined;
    if (!isDue.current && !wasLedAway && !isOther) return;
    isDue.current = false;
    askedAt.current = key;
    void revalidate();
  });
  const hear = useEffectEvent((message: unknown) => {
    if (typeof message !== 'object' || message === null || !('viewerId' in message)) return;
    const { viewerId: other } = message;
    if (other !== null && typeof other !== 'string') return;
    heard.current = other;
    settle();
  });
  const tell = useEffectEvent(() => line.current?.postMessage({ viewerId }));
  const ask = useEffectEvent(() => {
    isDue.current = true;
    settle();
  });

  // After data arrived, and after a game was closed (which is a step of the history).
  useEffect(() => settle(), [state, key]);

  useEffect(() => {
    const open = () => {
      if (line.current || !('BroadcastChannel' in window)) return;
      line.current = new BroadcastChannel(CHANNEL);
      line.current.addEventListener('message', (event) => hear(event.data));
    };
    // An open line would keep the page out of the browser's memory.
    const close = () => {
      line.current?.close();
      line.current = null;
    };
    let hiddenSince = 0;
    const askIfOnline = () => void isServerReachable().then((isThere) => isThere && ask());
    const onShow = (event: PageTransitionEvent) => {
      open();
      if (event.persisted) askIfOnline();
    };
    const onSeen = () => {
      if (document.hidden) hiddenSince = Date.now();
      else if (hiddenSince > 0 && Date.now() - hiddenSince > AWAY_MS) askIfOnline();
    };
    open();
    window.addEventListener('pageshow', onShow);
    window.addEventListener('pagehide', close);
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      close();
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('pagehide', close);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, []);

  useEffect(() => {
    tell();
  }, [viewerId]);
}
