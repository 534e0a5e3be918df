import { useEffect, useState } from 'react';

/** How often it is looked whether something ran out (spec 2, section 9). */
const TICK_MS = 1_000;

/**
 * The time by the server's clock in milliseconds, told anew every second: a clock that goes wrong must not end what is paid for.
 * @param at ISO, when the server made the page's data
 */
export function useServerNow(at: string): number {
  const [now, setNow] = useState(() => Date.parse(at));
  useEffect(() => {
    const ahead = Date.parse(at) - Date.now();
    const tick = () => setNow(Date.now() + ahead);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  // Data that just came is newer than the last tick.
  return Math.max(now, Date.parse(at));
}
