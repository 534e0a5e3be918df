import { useEffect, useState } from 'react';

/** How often shown times are made true again, in milliseconds. They are in minutes. */
const TICK_MS = 20_000;

/**
 * The time of the server, as it goes on while the page is open, in milliseconds. It begins with what the server rendered, and does not
 * depend on the clock of the device being right.
 * @param readAt when the server read what the page shows (ISO)
 */
export function useServerTime(readAt: string): number {
  const [elapsed, setElapsed] = useState(0);
  const [lastReadAt, setLastReadAt] = useState(readAt);
  if (lastReadAt !== readAt) {
    setLastReadAt(readAt);
    setElapsed(0);
  }
  useEffect(() => {
    const begin = Date.now();
    const tick = () => {
      if (!document.hidden) setElapsed(Math.max(0, Date.now() - begin));
    };
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [readAt]);
  return Date.parse(readAt) + elapsed;
}
