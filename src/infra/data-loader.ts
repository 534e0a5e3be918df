/**
 * Batches single look-ups that happen at the same time into one database query.
 * `dataLoader(name, key, loadMany)` resolves to the value of one key, undefined if there is none.
 */
export type DataLoader = <T>(name: string, key: string, loadMany: (keys: string[]) => Promise<Map<string, T>>) => Promise<T | undefined>;

type PendingBatch = { keys: Set<string>; answer: Promise<Map<string, unknown>> };

/**
 * Creates a data loader with its own state. The first look-up runs at once; look-ups that arrive while it is in flight run as one batch
 * when it is done. So an idle site never waits, and a busy one runs a few large queries instead of many small ones.
 */
export function createDataLoader(): DataLoader {
  const inFlight = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, PendingBatch>();

  function startBatch<T>(name: string, loadMany: (keys: string[]) => Promise<Map<string, T>>): PendingBatch {
    const keys = new Set<string>();
    const previous = inFlight.get(name) ?? Promise.resolve();
    const answer = previous.then(() => {
      waiting.delete(name);
      const loading = loadMany([...keys]);
      const settled = loading.then(
        () => {},
        () => {},
      );
      inFlight.set(name, settled);
      void settled.then(() => inFlight.get(name) === settled && inFlight.delete(name));
      return loading;
    });
    return { keys, answer };
  }

  return async <T>(name: string, key: string, loadMany: (keys: string[]) => Promise<Map<string, T>>) => {
    let batch = waiting.get(name);
    if (!batch) {
      batch = startBatch(name, loadMany);
      waiting.set(name, batch);
    }
    batch.keys.add(key);
    return (await batch.answer).get(key) as T | undefined;
  };
}
