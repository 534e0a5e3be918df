/**
 * Single look-ups that are asked for at the same time go to the database together:
 * `batched(name, key, loadMany)` is one key's answer, undefined where there is none.
 */
export type DataLoader = <T>(name: string, key: string, loadMany: (keys: string[]) => Promise<Map<string, T>>) => Promise<T | undefined>;

type PendingBatch = { keys: Set<string>; answer: Promise<Map<string, unknown>> };

/**
 * A batcher of its own memory. The first look-up goes at once; what is asked while it is under way goes as one when
 * it is back. So an idle site waits for nothing, and a busy one asks a few large questions instead of many small ones.
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
