import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from '../../../web/server-reachable.ts';

/** How often the page asks while a game is being opened, in milliseconds: that takes about 10 s. */
const POLL_MS = 4_000;

/** Loads the data of the page again and again while a game waits to be opened. What is typed in its forms stays. */
export function useWaitingCheck(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    const load = async () => {
      // A page that cannot load its data would be replaced by an error page.
      if (!document.hidden && (await isServerReachable())) await revalidate();
    };
    const timer = setInterval(() => void load(), POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}
