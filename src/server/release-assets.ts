import fs from 'node:fs/promises';
import path from 'node:path';
import { readStaticFiles, type StaticFiles } from './static-files.ts';

/** The cache-control header of files whose name has a hash of what is in them. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Names the build that the service worker belongs to (vite.config.ts). It is for the server alone. */
const WORKER_BUILD = '/worker-build.txt';

/** How often the folder is looked at, in milliseconds: whoever asks for names that nobody has must not keep the disk busy. */
const PAUSE_MS = 2_000;

/**
 * The files of the browser's build, and what adds those of other releases.
 * @param release the folder of the release
 * @param onError called if the files of other releases cannot be read
 */
export async function readClientBuild(
  release: string,
  onError: (error: Error) => void,
): Promise<{ assets: StaticFiles; workerBuild: string | null; refreshAssets: () => Promise<void> }> {
  const assets = await readStaticFiles(path.join(release, 'client'), '', (name) =>
    name.startsWith('assets/') ? IMMUTABLE : name === 'sw.js' ? 'no-cache' : 'public, max-age=86400',
  );
  const refreshAssets = createAssetRefresher(assets, path.dirname(release), onError);
  await refreshAssets();
  const workerBuild = assets.get(WORKER_BUILD)?.body.toString() ?? null;
  assets.delete(WORKER_BUILD);
  return { assets, workerBuild, refreshAssets };
}

/**
 * What adds the hashed assets of the releases that lie beside each other. An upgrade leaves tabs open that know the former files, and while
 * old and new processes run side by side, the page of one asks the other for its files.
 * @param files receives them; what is there stays
 * @param folder of the releases (scripts/releases.mjs)
 * @param onError called if they cannot be read
 */
function createAssetRefresher(files: StaticFiles, folder: string, onError: (error: Error) => void): () => Promise<void> {
  const known = new Set<string>();
  let lookedAt = -Infinity;
  let looking = Promise.resolve();
  const look = async () => {
    const all = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const names = all.filter((name) => !known.has(name) && !name.startsWith('.'));
    for (const name of names) {
      const assets = path.join(folder, name, 'client/assets');
      const found = await readStaticFiles(assets, '/assets', () => IMMUTABLE).catch((error: NodeJS.ErrnoException) => {
        // No release, or one that is being removed.
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
        throw error;
      });
      if (found === null) continue;
      known.add(name);
      for (const [at, file] of found) if (!files.has(at)) files.set(at, file);
    }
  };
  return () => {
    if (performance.now() - lookedAt < PAUSE_MS) return looking;
    lookedAt = performance.now();
    // Whoever asks for a file that is not there is told so, whatever happens.
    return (looking = look().catch(onError));
  };
}
