import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its parents. It does not use mkdir's `recursive` option, which never returns on file systems where nothing can be
 * created (/proc).
 */
export async function ensureFolder(folder: string, mode = 0o700): Promise<void> {
  const missing: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    const stat = await fs.stat(at).catch(() => null);
    if (stat?.isDirectory()) break;
    if (stat || at === path.dirname(at)) throw Object.assign(new Error(`${at} is not a folder`), { code: 'ENOTDIR' });
    missing.unshift(at);
  }
  for (const each of missing) {
    await fs.mkdir(each, { mode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * Reads a file that only we may read, and creates it with `make` if it does not exist. If several processes create it at once, one wins and
 * all read the same text.
 */
export async function ensureSecretFile(file: string, make: () => string): Promise<string> {
  const found = await fs.readFile(file, 'utf8').catch(() => null);
  if (found !== null) return found.trim();
  const partial = `${file}.${randomBytes(6).toString('hex')}`;
  await fs.writeFile(partial, make(), { mode: 0o600 });
  // A hard link appears with its complete content, or fails when another process was first.
  await fs.link(partial, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await fs.rm(partial);
  return (await fs.readFile(file, 'utf8')).trim();
}
