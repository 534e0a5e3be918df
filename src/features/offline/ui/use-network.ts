import { useEffect, useState } from 'react';
import type { MessageFromWorker } from '../schema.ts';

/** Heard in the page when it is one that was loaded, after all. */
const LOADED_EVENT = 'kiddo-loaded';

/** Whether the network is lost, as the browser and our service worker say. On the server, and before scripts run, it is not. */
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

/** Whether this page was not loaded but kept: it may be old, and knows nothing of who looks at it. */
export function isCachedPage(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

/** From now on the page is one that was loaded. */
export function clearCachedMark(): void {
  delete document.documentElement.dataset.kept;
  window.dispatchEvent(new Event(LOADED_EVENT));
}
