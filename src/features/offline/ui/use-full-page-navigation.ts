import { useEffect } from 'react';
import { OFFLINE_PAGE } from '../schema.ts';
import { useIsOffline } from './use-network.ts';

/**
 * Offline, a link loads its page as a full page load: the service worker has visited pages as whole documents, not their data, and
 * redirects all others to the offline page, which needs no data.
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
    // Capture phase: this must run before the router handles the click.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [isOffline]);
}
