/** What is the same for everyone is made once and kept for a moment: `kept(key, ms, make)`. */
export type Cached = <T>(key: string, ttlMs: number, load: () => Promise<T>) => Promise<T>;

/** Most entries one process keeps. */
const ENTRIES_MAX = 1000;

/**
 * A keeper of its own memory. Callers that ask while the value is being made wait for the same making;
 * a failure is told to them and not kept. `clear` forgets everything at once.
 */
export function createMemoryCache(now: () => number): { cached: Cached; clear(): void } {
  const entries = new Map<string, { expiresAt: number; value: Promise<unknown> }>();
  const cached: Cached = <T>(key: string, ttlMs: number, load: () => Promise<T>) => {
    const found = entries.get(key);
    if (found && found.expiresAt > now()) return found.value as Promise<T>;
    const value = load();
    entries.delete(key);
    entries.set(key, { expiresAt: now() + ttlMs, value });
    if (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value as string);
    value.catch(() => {
      if (entries.get(key)?.value === value) entries.delete(key);
    });
    return value;
  };
  return { cached, clear: () => entries.clear() };
}
