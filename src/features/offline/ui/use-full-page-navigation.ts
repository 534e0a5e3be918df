import { useEffect } from 'react';
import { OFFLINE_PAGE } from '../schema.ts';
import { useIsOffline } from './use-network.ts';

/**
 * Without a network a link leads to its page as a whole: the service worker has pages that were visited whole, not their data, and leads
 * from all others to the page that says what works. That one needs nothing.
 */
export function useFullPageNavigation(): void {
  const isOffline = useIsOffline();
  useEffect(() => {
    if (!isOffline) return;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const isExternal = link.origin !== window.location.origin || link.target !== '' || link.hasAttribute('download');
      const isSamePage = link.pathname === window.location.pathname && link.search === window.location.search;
      if (isExternal || isSamePage || link.pathname === OFFLINE_PAGE || !navigator.serviceWorker?.controller) return;
      event.preventDefault();
      window.location.assign(link.href);
    };
    // Before the router hears of it.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [isOffline]);
}
