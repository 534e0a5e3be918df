import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { ensureFolder } from '../files/ensure.ts';

/** A store of named entries, each replaced as a whole. Several processes may share one store. */
export type VersionedStore<T> = {
  /** @param name letters and digits */
  read(name: string): Promise<T | null>;
  /** The names of all entries, in no order. */
  list(): Promise<string[]>;
  /**
   * Replaces an entry with the result of `change`; null leaves it unchanged. `change` may be called again when another writer was faster.
   * @returns the entry afterwards
   */
  update(name: string, change: (before: T | null) => T | null): Promise<T | null>;
  /** Removes an entry with all its versions. */
  remove(name: string): Promise<void>;
};

const VERSION = /^\d{6}\.json$/;

/**
 * Opens a store in a folder. Each version of an entry is a separate, numbered file. It appears complete or not at all and never changes. If
 * two writers create the same number, one wins and the other retries. So the store stays consistent with any number of writers, even when
 * one
 * of them is killed.
 */
export function openVersionedStore<T>(folder: string): VersionedStore<T> {
  const latest = async (name: string): Promise<{ number: number; entry: T | null }> => {
    const files = await fs.readdir(entryFolder(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const newest = files
      .filter((file) => VERSION.test(file))
      .toSorted()
      .at(-1);
    if (newest === undefined) return { number: 0, entry: null };
    const text = await fs.readFile(path.join(entryFolder(folder, name), newest), 'utf8');
    return { number: Number(newest.slice(0, 6)), entry: JSON.parse(text) as T };
  };
  return {
    async list() {
      return fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
    },
    read: async (name) => (await latest(name)).entry,
    remove: async (name) => fs.rm(entryFolder(folder, name), { recursive: true, force: true }),
    async update(name, change) {
      for (;;) {
        const { number, entry } = await latest(name);
        const after = change(entry);
        if (after === null) return entry;
        const file = path.join(entryFolder(folder, name), `${String(number + 1).padStart(6, '0')}.json`);
        if (await writeOnce(file, JSON.stringify(after))) return after;
      }
    },
  };
}

function entryFolder(folder: string, name: string): string {
  if (!/^[a-z0-9]{1,64}$/.test(name)) throw new Error(`not a name in a book: ${JSON.stringify(name.slice(0, 80))}`);
  return path.join(folder, name);
}

/** @returns whether this call created the file; false if it already existed */
async function writeOnce(file: string, text: string): Promise<boolean> {
  await ensureFolder(path.dirname(file));
  const partial = `${file}.${randomBytes(6).toString('hex')}.part`;
  await fs.writeFile(partial, text, { flush: true, mode: 0o600 });
  try {
    await fs.link(partial, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await fs.rm(partial, { force: true });
  }
}
