import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { isGameOpen } from '../../../web/game-open.ts';
import { isServerReachable } from '../../../web/server-reachable.ts';

const CHANNEL = 'kiddo-viewer';
/** A page that was out of sight longer than this asks the server anew who looks at it, in milliseconds. */
const HIDDEN_MS_MAX = 60_000;

/**
 * All tabs of a browser follow when somebody signs in or out in one of them. A tab tells the others who looks at it when
 * that changes; one that hears of somebody else loads its data anew, and so has the truth from the server, not from a tab.
 * The same after a page was long out of sight, or came back out of the browser's memory.
 */
export function useViewerSync(viewerId: string | null): void {
  const { revalidate, state } = useRevalidator();
  const { key } = useLocation();
  const channel = useRef<BroadcastChannel>(null);
  const otherViewerId = useRef<string | null>(undefined);
  const isRefreshDue = useRef(false);
  const refreshedAtKey = useRef<string>(null);

  const refreshIfNeeded = useEffectEvent(() => {
    // What is heard while data is on its way waits for it. A game that runs is not disturbed: it may belong to whoever left.
    if (state !== 'idle' || isGameOpen()) return;
    // The page led elsewhere meanwhile (as the login page does): a step to another page does not ask who looks.
    const wasRedirected = refreshedAtKey.current !== null && refreshedAtKey.current !== key;
    refreshedAtKey.current = null;
    const isOtherViewer = otherViewerId.current !== undefined && otherViewerId.current !== viewerId;
    otherViewerId.current = undefined;
    if (!isRefreshDue.current && !wasRedirected && !isOtherViewer) return;
    isRefreshDue.current = false;
    refreshedAtKey.current = key;
    void revalidate();
  });
  const onMessage = useEffectEvent((message: unknown) => {
    if (typeof message !== 'object' || message === null || !('viewerId' in message)) return;
    const { viewerId: other } = message;
    if (other !== null && typeof other !== 'string') return;
    otherViewerId.current = other;
    refreshIfNeeded();
  });
  const broadcastViewer = useEffectEvent(() => channel.current?.postMessage({ viewerId }));
  const requestRefresh = useEffectEvent(() => {
    isRefreshDue.current = true;
    refreshIfNeeded();
  });

  // After data arrived, and after a game was closed (which is a step of the history).
  useEffect(() => refreshIfNeeded(), [state, key]);

  useEffect(() => {
    const open = () => {
      if (channel.current || !('BroadcastChannel' in window)) return;
      channel.current = new BroadcastChannel(CHANNEL);
      channel.current.addEventListener('message', (event) => onMessage(event.data));
    };
    // An open line would keep the page out of the browser's memory.
    const close = () => {
      channel.current?.close();
      channel.current = null;
    };
    let hiddenSince = 0;
    const refreshIfOnline = () => void isServerReachable().then((isThere) => isThere && requestRefresh());
    const onPageShow = (event: PageTransitionEvent) => {
      open();
      if (event.persisted) refreshIfOnline();
    };
    const onVisibilityChange = () => {
      if (document.hidden) hiddenSince = Date.now();
      else if (hiddenSince > 0 && Date.now() - hiddenSince > HIDDEN_MS_MAX) refreshIfOnline();
    };
    open();
    window.addEventListener('pageshow', onPageShow);
    window.addEventListener('pagehide', close);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      close();
      window.removeEventListener('pageshow', onPageShow);
      window.removeEventListener('pagehide', close);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, []);

  useEffect(() => {
    broadcastViewer();
  }, [viewerId]);
}
