import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isFilePath, type FileStore } from './file-store.ts';

const ATTEMPTS_MAX = 5;

/** Files in a folder of this machine. */
export function createDiskFileStore(folder: string): FileStore {
  function resolvePath(name: string): string {
    if (!isFilePath(name)) throw new Error(`not a path of the file store: ${JSON.stringify(name.slice(0, 80))}`);
    return path.join(folder, name);
  }
  return {
    async put(name, bytes) {
      const target = resolvePath(name);
      const partial = `${target}.${randomBytes(6).toString('hex')}.part`;
      for (let tries = 1; ; tries++) {
        await fs.mkdir(path.dirname(target), { recursive: true });
        try {
          // On disk before it has its name: a name never stands for half a file.
          await fs.writeFile(partial, bytes, { flush: true });
          break;
        } catch (error) {
          // The folder was empty, and taken away with its last file in this very moment.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === ATTEMPTS_MAX) throw error;
        }
      }
      await fs.rename(partial, target);
    },
    async get(name) {
      return fs.readFile(resolvePath(name)).catch(nullIfMissing);
    },
    async has(name) {
      return fs.access(resolvePath(name)).then(
        () => true,
        () => false,
      );
    },
    async removeFolder(name) {
      await fs.rm(resolvePath(name), { recursive: true, force: true });
    },
    async remove(name) {
      const target = resolvePath(name);
      await fs.rm(target, { force: true });
      // A folder goes with its last file; one that holds others stays.
      await fs.rmdir(path.dirname(target)).catch(() => {});
    },
  };
}

const MISSING = new Set<string | undefined>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

function nullIfMissing(error: NodeJS.ErrnoException): null {
  // Nothing can have a name that is too long for the folder either.
  if (MISSING.has(error.code)) return null;
  throw error;
}
