import { useEffect, useRef, useState } from 'react';

type OptimisticValueOptions<T> = {
  /** What the server has, as the page was told. */
  serverValue: T;
  /** Another one each time the page was told, be it the same value again. */
  revision?: unknown;
  /** Tells the server, and gives what it has from then on. Throws when that fails. */
  save: (wish: T) => Promise<T>;
  /** The last wish came true, or it did not and what was there before is shown again. */
  onDone: (next: T) => void;
  onFailed: (wish: T) => void;
};

/**
 * A value that is changed by pressing, shown as wished at once. Requests go one after the other; of several quick wishes
 * only the newest is sent on, so that what is shown in the end is what the server has. For another thing use another `key`.
 */
export function useOptimisticValue<T>({ serverValue, revision, save, onDone, onFailed }: OptimisticValueOptions<T>) {
  const [value, setValue] = useState(serverValue);
  const [isBusy, setBusy] = useState(false);
  const state = useRef({ has: serverValue, target: serverValue, isRunning: false });

  // The page was loaded anew. What is on its way now knows better.
  useEffect(() => {
    if (state.current.isRunning) return;
    state.current.has = serverValue;
    state.current.target = serverValue;
    setValue(serverValue);
  }, [serverValue, revision]);

  async function run(): Promise<void> {
    const now = state.current;
    now.isRunning = true;
    setBusy(true);
    let sent: T;
    let failed: boolean;
    do {
      sent = now.target;
      failed = false;
      try {
        now.has = await save(sent);
      } catch {
        failed = true;
      }
    } while (now.target !== sent);
    now.isRunning = false;
    now.target = now.has;
    setValue(now.has);
    setBusy(false);
    if (failed) onFailed(sent);
    else onDone(now.has);
  }

  const changeValue = (next: T) => {
    state.current.target = next;
    setValue(next);
    if (!state.current.isRunning) void run();
  };
  return { shown: value, isBusy, wish: changeValue };
}
