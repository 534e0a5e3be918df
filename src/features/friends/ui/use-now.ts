import { useEffect, useState } from 'react';

/** How often what depends on the time is drawn anew, in milliseconds. */
const TICK_MS = 30_000;

/** The time in milliseconds, told anew every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
