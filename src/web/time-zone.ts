import { useHydrated } from './hydrated.ts';

/** The server does not know its reader's clock: until the browser tells, it is the one of our office. */
const DEFAULT_TIME_ZONE = 'Africa/Nairobi';

/** The time zone in which moments are written; null for the browser's own. */
export function useTimeZone(): string | null {
  return useHydrated() ? null : DEFAULT_TIME_ZONE;
}
