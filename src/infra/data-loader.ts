import Loader from 'dataloader';

/**
 * Batches single look-ups that happen at the same time into one database query.
 * `dataLoader(name, key, loadMany)` resolves to the value of one key, undefined if there is none. One name always has the same `loadMany`.
 */
export type DataLoader = <T>(name: string, key: string, loadMany: LoadMany<T>) => Promise<T | undefined>;

type LoadMany<T> = (keys: string[]) => Promise<Map<string, T>>;

/** Creates a data loader with its own state. It batches and does not cache. */
export function createDataLoader(): DataLoader {
  const loaders = new Map<string, Loader<string, unknown>>();
  return <T>(name: string, key: string, loadMany: LoadMany<T>) => {
    const loader = loaders.get(name) ?? createLoader(loadMany);
    loaders.set(name, loader);
    return loader.load(key) as Promise<T | undefined>;
  };
}

/**
 * The first look-up runs at once; look-ups that arrive while it is in flight run as one batch when it is done. So an idle site never waits,
 * and a busy one runs a few large queries instead of many small ones.
 */
function createLoader(loadMany: LoadMany<unknown>): Loader<string, unknown> {
  let previous: Promise<unknown> = Promise.resolve();
  const loadBatch = async (keys: readonly string[]) => {
    const found = await loadMany([...new Set(keys)]);
    return keys.map((key) => found.get(key));
  };
  return new Loader<string, unknown>(
    (keys) => {
      const loading = loadBatch(keys);
      previous = loading.catch(() => {});
      return loading;
    },
    { cache: false, batchScheduleFn: (dispatch) => void previous.then(dispatch) },
  );
}
