import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isFilePath, type Files } from './files.ts';

const TRIES = 5;

/** Files in a folder of this machine. */
export function diskFiles(folder: string): Files {
  function place(name: string): string {
    if (!isFilePath(name)) throw new Error(`not a path of the file store: ${JSON.stringify(name.slice(0, 80))}`);
    return path.join(folder, name);
  }
  return {
    async put(name, bytes) {
      const target = place(name);
      const partial = `${target}.${randomBytes(6).toString('hex')}.part`;
      for (let tries = 1; ; tries++) {
        await fs.mkdir(path.dirname(target), { recursive: true });
        try {
          // On disk before it has its name: a name never stands for half a file.
          await fs.writeFile(partial, bytes, { flush: true });
          break;
        } catch (error) {
          // The folder was empty, and taken away with its last file in this very moment.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === TRIES) throw error;
        }
      }
      await fs.rename(partial, target);
    },
    async get(name) {
      return fs.readFile(place(name)).catch(missingAsNull);
    },
    async has(name) {
      return fs.access(place(name)).then(
        () => true,
        () => false,
      );
    },
    async removeFolder(name) {
      await fs.rm(place(name), { recursive: true, force: true });
    },
    async remove(name) {
      const target = place(name);
      await fs.rm(target, { force: true });
      // A folder goes with its last file; one that holds others stays.
      await fs.rmdir(path.dirname(target)).catch(() => {});
    },
  };
}

const MISSING = new Set<string | undefined>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

function missingAsNull(error: NodeJS.ErrnoException): null {
  // Nothing can have a name that is too long for the folder either.
  if (MISSING.has(error.code)) return null;
  throw error;
}
