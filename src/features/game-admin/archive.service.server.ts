import type { Readable } from 'node:stream';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../../shared/app-error.ts';
import { GAME_BYTES_MAX } from '../games/folders/rules.ts';
import { checkGameFile, type GameFile } from '../games/folders/service.server.ts';
import { ZIP_BYTES_MAX, ZIP_FILES_MAX } from './schema.ts';

// The bits of a Unix mode that say what kind of file an entry is; 0 where the archive was made on another system.
const KIND_MASK = 0o170_000;
const PLAIN_FILE = 0o100_000;
const FOLDER = 0o040_000;
/** What systems add to archives by themselves. */
const CLUTTER = /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)(\/|$)/;
const GAME_JSON = 'game.json';
const GAME_JSON_BYTES_MAX = 64 * 1024;

/** The files of a game from an archive, without its game.json, which is the text beside; null if it has none. */
export type GameArchive = { files: GameFile[]; gameJson: string | null };

/**
 * Reads a zip archive of a game into memory. Everything is checked by what the archive's list says before a byte is unpacked: how many files,
 * their names (none leads out of the folder), kinds (no links), types and sizes. While a file is unpacked, the library ends where it is
 * larger than the list said. A folder that everything is in is left out.
 * @throws AppError 'bad-input' with the reason in words for the operator, 'too-large'. Only other services call this.
 */
export async function readGameArchive(bytes: Uint8Array): Promise<GameArchive> {
  if (bytes.byteLength > ZIP_BYTES_MAX) throw new AppError('too-large', `the zip file is larger than ${ZIP_BYTES_MAX / 1000} KB`);
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  }).catch(toFault);
  try {
    const entries = await listEntries(zip);
    const prefix = findCommonFolder(entries.map(({ fileName }) => fileName));
    const nameOf = (entry: Entry) => entry.fileName.slice(prefix.length);
    let total = 0;
    for (const entry of entries) {
      const kind = (entry.externalFileAttributes >>> 16) & KIND_MASK;
      const isGameJson = nameOf(entry) === GAME_JSON;
      if (entry.isEncrypted()) throw new AppError('bad-input', 'the zip file has a password');
      if (isGameJson && entry.uncompressedSize > GAME_JSON_BYTES_MAX) throw new AppError('bad-input', 'game.json is too large');
      if (!isGameJson) total += entry.uncompressedSize;
      checkGameFile(nameOf(entry), kind === 0 || kind === PLAIN_FILE, total);
    }
    const files: GameFile[] = [];
    for (const entry of entries) files.push({ name: nameOf(entry), bytes: await readEntry(zip, entry) });
    if (new Set(files.map(({ name }) => name.toLowerCase())).size < files.length)
      throw new AppError('bad-input', 'two files in the zip file have the same name');
    const gameJson = files.find(({ name }) => name === GAME_JSON)?.bytes.toString('utf8') ?? null;
    return { files: files.filter(({ name }) => name !== GAME_JSON), gameJson };
  } finally {
    zip.close();
  }
}

/** The entries that are files. The list may be longer than what its header says, so it is counted while it is read. */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (++count > 2 * ZIP_FILES_MAX) throw new AppError('bad-input', `the zip file has more than ${ZIP_FILES_MAX} files`);
      const kind = (entry.externalFileAttributes >>> 16) & KIND_MASK;
      const isFolder = entry.fileName.endsWith('/') || kind === FOLDER;
      if (!isFolder && !CLUTTER.test(entry.fileName)) entries.push(entry);
    }
  } catch (error) {
    toFault(error);
  }
  if (entries.length > ZIP_FILES_MAX) throw new AppError('bad-input', `the zip file has more than ${ZIP_FILES_MAX} files`);
  if (entries.length === 0) throw new AppError('bad-input', 'the zip file is empty');
  return entries;
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > GAME_BYTES_MAX) throw new AppError('bad-input', 'a file of the zip file is larger than it says');
      chunks.push(chunk);
    }
  } catch (error) {
    toFault(error);
  }
  return Buffer.concat(chunks);
}

/** 'kites/' if every file is in that folder; else ''. */
function findCommonFolder(names: string[]): string {
  const [first = ''] = names;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && names.every((name) => name.startsWith(folder)) ? folder : '';
}

/** What is wrong with an archive is its author's fault, not ours. */
function toFault(error: unknown): never {
  if (error instanceof AppError) throw error;
  const why = error instanceof Error ? error.message.split('\n')[0] : '';
  throw new AppError('bad-input', `the zip file cannot be read (${why})`);
}
