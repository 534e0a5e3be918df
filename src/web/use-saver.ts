import { useSyncExternalStore } from 'react';
import { isSaving, SAVER_EVENT } from './saver.ts';

const subscribe = (hear: () => void) => {
  window.addEventListener(SAVER_EVENT, hear);
  return () => window.removeEventListener(SAVER_EVENT, hear);
};

/** Whether this browser saves data. On the server, and until the page is taken over, it does not: pages are the same for all. */
export function useSaver(): boolean {
  return useSyncExternalStore(subscribe, isSaving, () => false);
}

/** When the data of a link's page is fetched: before it is pressed only where nobody counts bytes. */
export function usePrefetch(): 'intent' | 'none' {
  return useSaver() ? 'none' : 'intent';
}
