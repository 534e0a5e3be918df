import { LRUCache } from 'lru-cache';
import { createClockCheck } from './clock-check.ts';

/** Caches a value that is the same for everyone for a short time: `cached(key, ttlMs, load)`. */
export type Cached = <T>(key: string, ttlMs: number, load: () => Promise<T>) => Promise<T>;

/** Maximum number of entries per process. */
const ENTRIES_MAX = 1000;

/**
 * Creates a cache in this process's memory. Callers that ask while a value is loading share the same load; a failure rejects for all of
 * them and is not cached. `clear` removes all entries. When the clock is set back, nothing of the time that has not come stays.
 * @param onLookup told whether what was asked for was there
 */
export function createMemoryCache(now: () => number, onLookup?: (isHit: boolean) => void): { cached: Cached; clear(): void } {
  const entries = new LRUCache<string, Promise<unknown>>({ max: ENTRIES_MAX, perf: { now }, ttlResolution: 0 });
  const checkClock = createClockCheck(now, () => entries.clear());
  const cached: Cached = <T>(key: string, ttlMs: number, load: () => Promise<T>) => {
    checkClock();
    const found = entries.get(key);
    onLookup?.(found !== undefined);
    if (found) return found as Promise<T>;
    const value = load();
    entries.set(key, value, { ttl: ttlMs });
    value.catch(() => {
      if (entries.peek(key) === value) entries.delete(key);
    });
    return value;
  };
  return { cached, clear: () => entries.clear() };
}
