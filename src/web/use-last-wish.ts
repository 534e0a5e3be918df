import { useEffect, useRef, useState } from 'react';

type Wishing<T> = {
  /** What the server has, as the page was told. */
  settled: T;
  /** Another one each time the page was told, be it the same value again. */
  told?: unknown;
  /** Tells the server, and gives what it has from then on. Throws when that fails. */
  send: (wish: T) => Promise<T>;
  /** The last wish came true, or it did not and what was there before is shown again. */
  onDone: (value: T) => void;
  onFailed: (wish: T) => void;
};

/**
 * A value that is changed by pressing, shown as wished at once. Requests go one after the other; of several quick wishes
 * only the newest is sent on, so that what is shown in the end is what the server has. For another thing use another `key`.
 */
export function useLastWish<T>({ settled, told, send, onDone, onFailed }: Wishing<T>) {
  const [shown, setShown] = useState(settled);
  const [isBusy, setBusy] = useState(false);
  const state = useRef({ has: settled, wish: settled, isRunning: false });

  // The page was loaded anew. What is on its way now knows better.
  useEffect(() => {
    if (state.current.isRunning) return;
    state.current.has = settled;
    state.current.wish = settled;
    setShown(settled);
  }, [settled, told]);

  async function run(): Promise<void> {
    const now = state.current;
    now.isRunning = true;
    setBusy(true);
    let sent: T;
    let failed: boolean;
    do {
      sent = now.wish;
      failed = false;
      try {
        now.has = await send(sent);
      } catch {
        failed = true;
      }
    } while (now.wish !== sent);
    now.isRunning = false;
    now.wish = now.has;
    setShown(now.has);
    setBusy(false);
    if (failed) onFailed(sent);
    else onDone(now.has);
  }

  const wish = (value: T) => {
    state.current.wish = value;
    setShown(value);
    if (!state.current.isRunning) void run();
  };
  return { shown, isBusy, wish };
}
