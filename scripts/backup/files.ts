import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** The manifest of a backup. It is written last: a folder without it is not a backup. */
export const MANIFEST_FILE = 'backup.json';

export const manifestSchema = z.object({
  madeAt: z.string(),
  kiddo: z.string(),
  folders: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type CopiedFile = Manifest['files'][number];

/** An error that an operator can fix: printed as one sentence, without a stack trace. */
export class BackupError extends Error {}

/** Copies one file. @returns the copied file; null when the source no longer exists */
export async function copyFile(from: string, root: string, name: string): Promise<CopiedFile | null> {
  const to = path.join(root, name);
  await fs.mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  async function* countBytes(source: AsyncIterable<Buffer>) {
    for await (const part of source) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  }
  try {
    const source = await fs.open(from, 'r');
    await pipeline(source.createReadStream(), countBytes, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** Flushes these files to disk, many at once, because flushing thirty files takes as long as flushing one. */
export async function flushFiles(root: string, files: CopiedFile[]): Promise<void> {
  const pending = files.values();
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (const { name } of pending) {
        const file = await fs.open(path.join(root, name), 'r+');
        try {
          await file.sync();
        } finally {
          await file.close();
        }
      }
    }),
  );
}

/** The files below a folder, as relative paths. Symbolic links are followed, because a folder may be on another disk. */
export async function listFiles(root: string, at = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of (await fs.readdir(path.join(root, at))).toSorted()) {
    const name = at === '' ? entry : `${at}/${entry}`;
    const stat = await fs.stat(path.join(root, name)).catch(() => null);
    if (stat?.isDirectory()) found.push(...(await listFiles(root, name)));
    else if (stat?.isFile()) found.push(name);
  }
  return found;
}

/** Formats the total size for people. */
export function formatMegabytes(files: CopiedFile[]): string {
  return `${(files.reduce((sum, file) => sum + file.bytes, 0) / 1e6).toFixed(1)} MB`;
}
