import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { ensureFolder } from '../files/ensure.ts';

/** Entries by name, each changed as a whole. Several processes may share one. */
export type VersionedStore<T> = {
  /** @param name letters and digits */
  read(name: string): Promise<T | null>;
  /**
   * Changes an entry to what `change` makes of it; null leaves it as it is. `change` may be asked again when another was
   * quicker. @returns the entry as it then stands
   */
  update(name: string, change: (before: T | null) => T | null): Promise<T | null>;
  /** Takes an entry out, with all that it was before. */
  remove(name: string): Promise<void>;
};

const VERSION = /^\d{6}\.json$/;

/**
 * A book in a folder. Each state of an entry is a file of its own, numbered, that appears with its whole content or not at
 * all and never changes: of two that write the same number one wins, and the other looks again. So it is right with any
 * number of writers, and whenever one of them is killed.
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

/** @returns whether the file is now there with this text; false where there was one already. */
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
