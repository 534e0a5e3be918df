import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { isGameOpen } from '../../../web/game-open.ts';
import { isServerReachable } from '../../../web/server-reachable.ts';

const CHANNEL = 'kiddo-viewer';
/** A page that was hidden for longer than this, in milliseconds, asks the server again who is signed in. */
const HIDDEN_MS_MAX = 60_000;

/**
 * Keeps all tabs of a browser in sync when somebody signs in or out in one of them. A tab broadcasts its viewer when that changes. A tab
 * that receives another viewer revalidates its data, so that it gets the truth from the server and not from a tab. It also revalidates
 * after the page was hidden for long, or was restored from the back/forward cache.
 */
export function useViewerSync(viewerId: string | null): void {
  const { revalidate, state } = useRevalidator();
  const { key } = useLocation();
  const channel = useRef<BroadcastChannel>(null);
  const otherViewerId = useRef<string | null>(undefined);
  const isRefreshDue = useRef(false);
  const refreshedAtKey = useRef<string>(null);

  const refreshIfNeeded = useEffectEvent(() => {
    // A message that arrives during loading waits until it is done. Do not disturb a running game: it may belong to the player who left.
    if (state !== 'idle' || isGameOpen()) return;
    // The page redirected after the refresh (as the login page does). A navigation does not reload the viewer, so refresh again.
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
  const requestRefresh = useEffectEvent(() => {
    isRefreshDue.current = true;
    refreshIfNeeded();
  });

  // After loading finishes, and after a game is closed (which is a history navigation).
  useEffect(() => refreshIfNeeded(), [state, key]);

  useEffect(() => {
    const onTabMessage = (message: unknown) => onMessage(message);
    return connectTab(channel, onTabMessage, () => requestRefresh());
  }, []);

  useEffect(() => {
    channel.current?.postMessage({ viewerId });
  }, [viewerId]);
}

/**
 * Listens to the other tabs while this page is shown, and calls `onReturn` when the page comes back after a long time and the server is
 * reachable. @param channel holds the open channel. @returns a function that stops it
 */
function connectTab(channel: RefObject<BroadcastChannel | null>, onMessage: (message: unknown) => void, onReturn: () => void): () => void {
  const open = () => {
    if (channel.current || !('BroadcastChannel' in window)) return;
    channel.current = new BroadcastChannel(CHANNEL);
    channel.current.addEventListener('message', (event) => onMessage(event.data));
  };
  // An open channel would keep the page out of the back/forward cache.
  const close = () => {
    channel.current?.close();
    channel.current = null;
  };
  let hiddenSince = 0;
  const refreshIfOnline = () => void isServerReachable().then((isThere) => isThere && onReturn());
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
}
