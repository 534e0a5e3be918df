import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isFilePath, type FileStore } from './file-store.ts';

const ATTEMPTS_MAX = 20;

/** Stores files in a local folder. */
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
        try {
          await fs.mkdir(path.dirname(target), { recursive: true });
          // Flush before renaming, so that a file name never refers to an incomplete file.
          await fs.writeFile(partial, bytes, { flush: true });
          break;
        } catch (error) {
          // The folder became empty and was removed just now, together with its last file: before the write, or
          // while mkdir, which found it in place, looked at it.
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
    async list(name) {
      const entries = await fs.readdir(resolvePath(name), { recursive: true, withFileTypes: true }).catch(nullIfMissing);
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
    },
    async removeFolder(name) {
      await fs.rm(resolvePath(name), { recursive: true, force: true });
    },
    async remove(name) {
      const target = resolvePath(name);
      await fs.rm(target, { force: true });
      // Remove the folder together with its last file; rmdir fails if the folder is not empty.
      await fs.rmdir(path.dirname(target)).catch(() => {});
    },
  };
}

const MISSING = new Set<string | undefined>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

function nullIfMissing(error: NodeJS.ErrnoException): null {
  // A name that is too long for the file system cannot exist either.
  if (MISSING.has(error.code)) return null;
  throw error;
}
