import { useEffect, useState } from 'react';

/** Update interval of what depends on the time, in milliseconds. */
const TICK_MS = 30_000;

/** The current time in milliseconds, updated every 30 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
