import { useSyncExternalStore } from 'react';
import { isDataSaverOn, DATA_SAVER_EVENT } from './data-saver.ts';

const subscribe = (onChange: () => void) => {
  window.addEventListener(DATA_SAVER_EVENT, onChange);
  return () => window.removeEventListener(DATA_SAVER_EVENT, onChange);
};

/** Whether this browser saves data. False on the server and until the page is hydrated, because the HTML is the same for everyone. */
export function useDataSaver(): boolean {
  return useSyncExternalStore(subscribe, isDataSaverOn, () => false);
}

/** When to fetch the data of a link's page: before the press only if the data saver is off. */
export function usePrefetch(): 'intent' | 'none' {
  return useDataSaver() ? 'none' : 'intent';
}
