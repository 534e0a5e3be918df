import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { isFilePath, type FileStore } from '../../../infra/files/file-store.ts';
import type { PictureProcessor } from '../../../infra/pictures/picture-processor.ts';
import { AppError } from '../../../shared/app-error.ts';
import { findContainmentFault } from '../containment.rules.ts';
import { getExtension, GAME_BYTES_MAX, GAME_FILE_TYPES, hasStoredBrotli, getLightName } from './rules.ts';

/** Reserved: none of a game's own files may have this name. */
const PREVIEW_NAME = 'kiddo-preview.png';
const PATH_MAX = 200;

const brotli = promisify(zlib.brotliCompress);

/** The files that a game's row names: images, the cover first, and the URL that its frame loads. */
export type GameManifest = { Id: string; Assets: string[]; GameURL: string | null; is_premium: boolean };

/** A game's files as read from its folder, their total size in bytes, and their content hash. */
export type GameFolder = { files: GameFile[]; bytes: number; hash: string };
export type GameFile = { name: string; bytes: Buffer };

/**
 * Reads the files of a game. Every file that its row names must exist, and every file must have a type that we serve.
 * @throws AppError 'bad-input' with the reason.
 */
export async function readGameFolder(folder: string, manifest: GameManifest): Promise<GameFolder> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files: GameFile[] = [];
  let total = 0;
  for (const entry of entries.filter((item) => !item.isDirectory())) {
    const filePath = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, filePath).split(path.sep).join('/');
    if (name === 'game.json') continue;
    total += entry.isFile() ? (await fs.stat(filePath)).size : 0;
    checkGameFile(name, entry.isFile(), total);
    files.push({ name, bytes: await fs.readFile(filePath) });
  }
  return toGameFolder(files, manifest);
}

/**
 * Checks a file before it is read: its name, its type, and how large the game is with it.
 * @param total bytes of all files up to this one
 * @throws AppError 'bad-input' with the reason.
 */
export function checkGameFile(name: string, isPlainFile: boolean, total: number): void {
  if (!isPlainFile || !isFilePath(name) || name.length > PATH_MAX || name === PREVIEW_NAME)
    throw new AppError('bad-input', `${name} is not a plain file with a plain name`);
  if (!Object.hasOwn(GAME_FILE_TYPES, getExtension(name))) throw new AppError('bad-input', `${name}: files of this kind are not served`);
  if (total > GAME_BYTES_MAX) throw new AppError('bad-input', `the game is larger than ${GAME_BYTES_MAX / 1000} KB`);
}

/**
 * The folder of files that were read and passed `checkGameFile`: none of them tries to reach other hosts, and those that the row names are there.
 * @throws AppError 'bad-input' with the reason.
 */
export function toGameFolder(files: GameFile[], manifest: GameManifest): GameFolder {
  for (const { name, bytes } of files) {
    const fault = /^(html|js|svg)$/.test(getExtension(name)) ? findContainmentFault(name, bytes.toString('utf8')) : null;
    if (fault !== null) throw new AppError('bad-input', fault);
  }
  const missing = [...manifest.Assets, ...(manifest.GameURL ? [manifest.GameURL] : [])].find(
    (name) => !files.some((file) => file.name === name),
  );
  if (missing !== undefined) throw new AppError('bad-input', `${missing} is not in the folder`);
  const inside = findFileInFile(files, manifest);
  if (inside !== undefined) throw new AppError('bad-input', `${inside} is in a folder that has the name of a file`);
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const hash = createHash('sha256');
  for (const file of sorted) hash.update(`${file.name}\0${file.bytes.length}\0`).update(file.bytes);
  const bytes = sorted.reduce((sum, file) => sum + file.bytes.length, 0);
  return { files: sorted, bytes, hash: hash.digest('hex').slice(0, 16) };
}

/** A file in a folder that has the name of another file, or of what is stored beside them: a disk cannot have both. */
function findFileInFile(files: GameFile[], manifest: GameManifest): string | undefined {
  const made = files.flatMap(({ name }) => [name, ...(hasStoredBrotli(getExtension(name)) ? [`${name}.br`] : [])]);
  const light = listLightImages(manifest, files).map((each) => each.light);
  const taken = new Set([...made, ...light, PREVIEW_NAME].map((name) => name.toLowerCase()));
  return files
    .map(({ name }) => name)
    .find((name) => {
      const parts = name.toLowerCase().split('/');
      return parts.some((_, at) => at > 0 && taken.has(parts.slice(0, at).join('/')));
    });
}

/** What is stored for a game: the files (file store path -> bytes), and the values for its row. */
export type PreparedGameFolder = {
  files: Map<string, Buffer>;
  bytes: number;
  assets: string[];
  picture: string | null;
  gameUrl: string | null;
};

/**
 * Creates everything that is stored for a game, without storing it: its files under a path that changes with their content, so that
 * browsers may cache them forever, some with their Brotli version beside them; and a PNG of the cover for link previews.
 * @throws AppError 'bad-input' or 'too-large' when the cover is not an image that can be read, 'unavailable' while too many are
 */
export async function prepareGameFolder(
  pictures: PictureProcessor,
  manifest: GameManifest,
  folder: GameFolder,
): Promise<PreparedGameFolder> {
  const base = getBasePath(manifest, folder);
  const files = new Map<string, Buffer>();
  for (const { name, bytes } of folder.files) {
    files.set(`${base}/${name}`, bytes);
    if (hasStoredBrotli(getExtension(name))) files.set(`${base}/${name}.br`, await brotli(bytes));
  }
  const cover = folder.files.find((file) => file.name === manifest.Assets[0]);
  const picture = cover ? `${base}/${PREVIEW_NAME}` : null;
  if (cover && picture) files.set(picture, await named(cover.name, pictures.createLinkPreview(cover.bytes)));
  for (const { light, bytes, name } of listLightImages(manifest, folder.files))
    files.set(`${base}/${light}`, await named(name, pictures.createLightImage(bytes)));
  const assets = manifest.Assets.map((name) => `${base}/${name}`);
  return { files, bytes: folder.bytes, assets, picture, gameUrl: manifest.GameURL ? `${base}/${manifest.GameURL}` : null };
}

/** Whether all files of a game are in the store. On a new machine, or after a folder was lost, some may be missing. */
export async function isGameFolderStored(store: FileStore, manifest: GameManifest, folder: GameFolder): Promise<boolean> {
  const base = getBasePath(manifest, folder);
  const lightNames = listLightImages(manifest, folder.files).map(({ light }) => light);
  const names = [...folder.files.map((file) => file.name), ...(manifest.Assets[0] === undefined ? [] : [PREVIEW_NAME]), ...lightNames];
  return (await Promise.all(names.map((name) => store.has(`${base}/${name}`)))).every(Boolean);
}

function getBasePath(manifest: GameManifest, folder: GameFolder): string {
  // A game that becomes premium moves: files that browsers cached while it was free must not be at the premium game's URL.
  return `games/${manifest.Id}/${folder.hash}${manifest.is_premium ? PREMIUM_END : ''}`;
}

/** How the path of a premium game's files ends. A hash has no such letter. */
const PREMIUM_END = 'p';

/**
 * Stores a game's files once more under the path that a premium or a free game has. Those under the old path stay: a game that is open goes on
 * with them, and no address of them opens without the right to the game.
 * @param gameUrl as it is stored
 * @returns both paths; null if the files are there already, or on another host
 */
export async function copyGameFolder(
  store: FileStore,
  gameUrl: string | null,
  isPremium: boolean,
): Promise<{ from: string; to: string } | null> {
  const from = /^games\/[^/]+\/[^/]+(?=\/)/.exec(gameUrl ?? '')?.[0];
  return from === undefined ? null : copyFolder(store, from, isPremium);
}

async function copyFolder(store: FileStore, from: string, isPremium: boolean): Promise<{ from: string; to: string } | null> {
  const to = from.replace(new RegExp(`${PREMIUM_END}$`), '') + (isPremium ? PREMIUM_END : '');
  if (to === from) return null;
  for (const name of await store.list(from)) {
    const bytes = await store.get(name);
    if (bytes !== null) await store.put(to + name.slice(from.length), bytes);
  }
  return { from, to };
}

/** The columns of a game that name its files. */
type GameFileNames = { game_url: string | null; assets: string[]; picture: string | null };

/**
 * The same for all files that a game's row names, which may be in several folders: those of an import, and those that an operator brought. A
 * cover that was uploaded by itself is shown to everybody, and stays where it is, as on other hosts.
 * @returns what the row has to name now
 */
export async function moveGameFiles(store: FileStore, names: GameFileNames, isPremium: boolean): Promise<GameFileNames> {
  const { game_url: gameUrl, assets, picture } = names;
  const folders = new Set([gameUrl, picture, ...assets].map((name) => GAME_FOLDER.exec(name ?? '')?.[0]));
  const moves = new Map<string, string>();
  for (const folder of folders) {
    const copied = folder === undefined ? null : await copyFolder(store, folder, isPremium);
    if (copied !== null) moves.set(copied.from, copied.to);
  }
  const move = (name: string) => {
    const from = GAME_FOLDER.exec(name)?.[0] ?? '';
    return (moves.get(from) ?? from) + name.slice(from.length);
  };
  return { game_url: gameUrl && move(gameUrl), assets: assets.map(move), picture: picture && move(picture) };
}

/** The folder of a whole game, which has a hash as its name. */
const GAME_FOLDER = new RegExp(`^games/[^/]+/[0-9a-f]+${PREMIUM_END}?(?=/)`);

/** The game's large images that need a light version, with the name of that version. */
function listLightImages(manifest: GameManifest, files: GameFile[]) {
  return files.flatMap((file) => {
    const light = manifest.Assets.includes(file.name) ? getLightName(file.name, file.bytes.length) : null;
    return light === null ? [] : [{ ...file, light }];
  });
}

/** The same, and what is wrong with a picture says which one it is. */
async function named(name: string, made: Promise<Buffer>): Promise<Buffer> {
  try {
    return await made;
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'bad-input' && error.code !== 'too-large')) throw error;
    throw new AppError(error.code, `${name} is not a picture that can be read (${error.message})`);
  }
}
