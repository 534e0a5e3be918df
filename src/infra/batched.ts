/**
 * Single look-ups that are asked for at the same time go to the database together:
 * `batched(name, key, loadMany)` is one key's answer, undefined where there is none.
 */
export type Batched = <T>(name: string, key: string, loadMany: (keys: string[]) => Promise<Map<string, T>>) => Promise<T | undefined>;

type Batch = { keys: Set<string>; answer: Promise<Map<string, unknown>> };

/**
 * A batcher of its own memory. The first look-up goes at once; what is asked while it is under way goes as one when
 * it is back. So an idle site waits for nothing, and a busy one asks a few large questions instead of many small ones.
 */
export function createBatched(): Batched {
  const underWay = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Batch>();

  function begin<T>(name: string, loadMany: (keys: string[]) => Promise<Map<string, T>>): Batch {
    const keys = new Set<string>();
    const before = underWay.get(name) ?? Promise.resolve();
    const answer = before.then(() => {
      waiting.delete(name);
      const loading = loadMany([...keys]);
      const settled = loading.then(
        () => {},
        () => {},
      );
      underWay.set(name, settled);
      void settled.then(() => underWay.get(name) === settled && underWay.delete(name));
      return loading;
    });
    return { keys, answer };
  }

  return async <T>(name: string, key: string, loadMany: (keys: string[]) => Promise<Map<string, T>>) => {
    let batch = waiting.get(name);
    if (!batch) {
      batch = begin(name, loadMany);
      waiting.set(name, batch);
    }
    batch.keys.add(key);
    return (await batch.answer).get(key) as T | undefined;
  };
}
