import { useEffect, useRef, useState } from 'react';

type OptimisticValueOptions<T> = {
  /** The server's value, from the page's data. */
  serverValue: T;
  /** Changes each time the page loads its data, even if the value is the same. */
  revision?: unknown;
  /** Sends the value and returns the server's value from then on. @throws when that fails */
  save: (wish: T) => Promise<T>;
  /** The last change was saved. */
  onDone: (next: T) => void;
  onFailed: (wish: T) => void;
};

/**
 * A value that changes on press and is shown at once. Requests run one at a time; of several quick changes, only the newest is sent, so
 * that the final value shown is the server's. Use another `key` for another object.
 */
export function useOptimisticValue<T>({ serverValue, revision, save, onDone, onFailed }: OptimisticValueOptions<T>) {
  const [value, setValue] = useState(serverValue);
  const [isBusy, setBusy] = useState(false);
  const state = useRef({ has: serverValue, target: serverValue, isRunning: false });

  // The page loaded its data again. A running request has newer information.
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
