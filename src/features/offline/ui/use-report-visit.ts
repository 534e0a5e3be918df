import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isDataSaverOn } from '../../../web/data-saver.ts';
import type { MessageToWorker } from '../schema.ts';

/** Who stays this long on a page has visited it, in milliseconds; by then the page has what it needs. */
const VISIT_MS = 2_500;

/** Tells the service worker which pages are visited, so that they open without a network. Where data is saved nothing is fetched for it. */
export function useReportVisit(isFromCache: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (isFromCache || !('serviceWorker' in navigator)) return;
    let isMounted = true;
    const reportVisit = async () => {
      // The first page of all was here before there was a worker.
      const { active } = await navigator.serviceWorker.ready;
      const message: MessageToWorker = { kind: 'visited', address: pathname + search, mayFetch: !isDataSaverOn() };
      if (isMounted) active?.postMessage(message, {});
    };
    const timer = setTimeout(() => void reportVisit(), VISIT_MS);
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [pathname, search, isFromCache]);
}
