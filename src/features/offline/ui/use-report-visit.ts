import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { MessageToWorker } from '../../../shared/service-worker-messages.ts';
import { isDataSaverOn } from '../../../web/data-saver.ts';

/** A page counts as visited after this long, in milliseconds; by then it has loaded what it needs. */
const VISIT_MS = 2_500;

/** Reports visited pages to the service worker, so that they open offline. With data saver on, the worker fetches nothing for it. */
export function useReportVisit(isFromCache: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (isFromCache || !('serviceWorker' in navigator)) return;
    let isMounted = true;
    const reportVisit = async () => {
      // The very first page loaded before there was a worker.
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
