import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isDataSaverOn } from '../../../web/saver.ts';
import type { ToWorker } from '../schema.ts';

/** Who stays this long on a page has visited it, in milliseconds; by then the page has what it needs. */
const STAYS_MS = 2_500;

/** Tells the service worker which pages are visited, so that they open without a network. Where data is saved nothing is fetched for it. */
export function useVisited(isKept: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (isKept || !('serviceWorker' in navigator)) return;
    let isHere = true;
    const tell = async () => {
      // The first page of all was here before there was a worker.
      const { active } = await navigator.serviceWorker.ready;
      const message: ToWorker = { kind: 'visited', address: pathname + search, mayFetch: !isDataSaverOn() };
      if (isHere) active?.postMessage(message, {});
    };
    const timer = setTimeout(() => void tell(), STAYS_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [pathname, search, isKept]);
}
