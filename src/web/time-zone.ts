import { useHydrated } from './hydrated.ts';

/** The server does not know the reader's time zone: until the page is hydrated, times are in the time zone of the company's office. */
const DEFAULT_TIME_ZONE = 'Africa/Nairobi';

/** The time zone in which times are shown; null for the browser's own. */
export function useTimeZone(): string | null {
  return useHydrated() ? null : DEFAULT_TIME_ZONE;
}
