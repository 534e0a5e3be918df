import { setTimeout } from 'node:timers/promises';
import Loader from 'dataloader';

/**
 * Batches single look-ups that happen at the same time into one database query.
 * `dataLoader(name, key, loadMany)` resolves to the value of one key, undefined if there is none. One name always has the same `loadMany`.
 */
export type DataLoader = <T>(name: string, key: string, loadMany: LoadMany<T>) => Promise<T | undefined>;

type LoadMany<T> = (keys: string[]) => Promise<Map<string, T>>;

/**
 * Creates a data loader with its own state. It batches and does not cache.
 * @param waitMs for how many milliseconds at most a batch waits for the one before: for look-ups of which one may hang while others are
 *   answered. Without it, until that is done.
 */
export function createDataLoader(waitMs?: number): DataLoader {
  const loaders = new Map<string, Loader<string, unknown>>();
  return <T>(name: string, key: string, loadMany: LoadMany<T>) => {
    const loader = loaders.get(name) ?? createLoader(loadMany, waitMs);
    loaders.set(name, loader);
    return loader.load(key) as Promise<T | undefined>;
  };
}

/**
 * The first look-up runs at once; look-ups that arrive while it is in flight run as one batch when it is done. So an idle site never waits,
 * and a busy one runs a few large queries instead of many small ones.
 */
function createLoader(loadMany: LoadMany<unknown>, waitMs: number | undefined): Loader<string, unknown> {
  let previous: Promise<unknown> = Promise.resolve();
  const loadBatch = async (keys: readonly string[]) => {
    const found = await loadMany([...new Set(keys)]);
    return keys.map((key) => found.get(key));
  };
  return new Loader<string, unknown>(
    (keys) => {
      const loading = loadBatch(keys);
      const done = loading.catch(() => {});
      previous = waitMs === undefined ? done : Promise.race([done, setTimeout(waitMs, undefined, { ref: false })]);
      return loading;
    },
    { cache: false, batchScheduleFn: (dispatch) => void previous.then(dispatch) },
  );
}
