import { useEffect, useState } from 'react';
import type { MessageFromWorker } from '../../../shared/service-worker-messages.ts';

/** Dispatched on window when a page from the cache has loaded fresh data. */
const LOADED_EVENT = 'kiddo-loaded';

/** Whether the network is lost, according to the browser and our service worker. False on the server and before scripts run. */
export function useIsOffline(): boolean {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const update = () => setOffline(!navigator.onLine || isCachedPage());
    const onMessage = (event: MessageEvent<MessageFromWorker>) => {
      if (event.data.kind === 'network') setOffline(!event.data.reached || isCachedPage());
    };
    update();
    for (const type of ['online', 'offline', LOADED_EVENT]) window.addEventListener(type, update);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => {
      for (const type of ['online', 'offline', LOADED_EVENT]) window.removeEventListener(type, update);
      navigator.serviceWorker?.removeEventListener('message', onMessage);
    };
  }, []);
  return isOffline;
}

/** Whether this page came from the cache: it may be old, and does not know the current user. */
export function isCachedPage(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

/** Marks the page as loaded from the server from now on. */
export function clearCachedMark(): void {
  delete document.documentElement.dataset.kept;
  window.dispatchEvent(new Event(LOADED_EVENT));
}
