import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isFilePath, type Files } from './files.ts';

/** Files in a folder of this machine. */
export function diskFiles(folder: string): Files {
  function place(name: string): string {
    if (!isFilePath(name)) throw new Error(`not a path of the file store: ${JSON.stringify(name.slice(0, 80))}`);
    return path.join(folder, name);
  }
  return {
    async put(name, bytes) {
      const target = place(name);
      await fs.mkdir(path.dirname(target), { recursive: true });
      const partial = `${target}.${randomBytes(6).toString('hex')}.part`;
      // On disk before it has its name: a name never stands for half a file.
      await fs.writeFile(partial, bytes, { flush: true });
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
  };
}

function missingAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR') return null;
  throw error;
}
