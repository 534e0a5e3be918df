import { useEffect, useState } from 'react';

/** How often to check whether something expired (spec 2, section 9). */
const TICK_MS = 1_000;

/**
 * The time by the server's clock in milliseconds, updated every second: a wrong clock in the browser must not end paid time.
 * @param at ISO, when the server produced the page's data
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
  // New data may be newer than the last tick.
  return Math.max(now, Date.parse(at));
}
