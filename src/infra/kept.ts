/** What is the same for everyone is made once and kept for a moment: `kept(key, ms, make)`. */
export type Kept = <T>(key: string, ms: number, make: () => Promise<T>) => Promise<T>;

/** Most entries one process keeps. */
const ENTRIES = 1000;

/**
 * A keeper of its own memory. Callers that ask while the value is being made wait for the same making;
 * a failure is told to them and not kept. `clear` forgets everything at once.
 */
export function createKept(now: () => number): { keep: Kept; clear(): void } {
  const entries = new Map<string, { until: number; value: Promise<unknown> }>();
  const keep: Kept = <T>(key: string, ms: number, make: () => Promise<T>) => {
    const found = entries.get(key);
    if (found && found.until > now()) return found.value as Promise<T>;
    const value = make();
    entries.delete(key);
    entries.set(key, { until: now() + ms, value });
    if (entries.size > ENTRIES) entries.delete(entries.keys().next().value as string);
    value.catch(() => {
      if (entries.get(key)?.value === value) entries.delete(key);
    });
    return value;
  };
  return { keep, clear: () => entries.clear() };
}
