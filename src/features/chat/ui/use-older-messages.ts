import { useRef, useState } from 'react';
import { useLoadError, useRetryWhenOnline, type LoadError } from '../../../web/use-load-error.ts';

/** Loads earlier messages. @param earlier the cursor; null if there are none. @param load returns whether it succeeded */
export function useOlderMessages(earlier: string | null, load: (before: string) => Promise<boolean>) {
  const [isBusy, setBusy] = useState(false);
  const isLoading = useRef(false);
  const { error, fail, clear } = useLoadError();
  const loadOlder = async () => {
    if (earlier === null || isLoading.current) return;
    isLoading.current = true;
    setBusy(true);
    clear();
    if (!(await load(earlier))) await fail();
    isLoading.current = false;
    setBusy(false);
  };
  useRetryWhenOnline(error, () => void loadOlder());
  const state: 'idle' | 'loading' | LoadError = isBusy ? 'loading' : (error ?? 'idle');
  return { hasMore: earlier !== null, state, load: loadOlder };
}

/** The state of loading earlier messages. */
export type OlderMessages = ReturnType<typeof useOlderMessages>;
