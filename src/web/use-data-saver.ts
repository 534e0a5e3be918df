import { useSyncExternalStore } from 'react';
import { isDataSaverOn, DATA_SAVER_EVENT } from './data-saver.ts';

const subscribe = (onChange: () => void) => {
  window.addEventListener(DATA_SAVER_EVENT, onChange);
  return () => window.removeEventListener(DATA_SAVER_EVENT, onChange);
};

/** Whether this browser saves data. On the server, and until the page is taken over, it does not: pages are the same for all. */
export function useDataSaver(): boolean {
  return useSyncExternalStore(subscribe, isDataSaverOn, () => false);
}

/** When the data of a link's page is fetched: before it is pressed only where nobody counts bytes. */
export function usePrefetch(): 'intent' | 'none' {
  return useDataSaver() ? 'none' : 'intent';
}
