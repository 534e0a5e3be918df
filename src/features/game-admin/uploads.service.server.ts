import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.server.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import type { Actor } from '../../shared/permissions.ts';
import { prepareGameFolder, toGameFolder, type PreparedGameFolder } from '../games/folders/service.server.ts';
import { importRowSchema } from '../games/import/forms.server.ts';
import { formatIssue } from '../games/import/rules.ts';
import type { ImportRow } from '../games/import/schema.ts';
import { fetchArchive } from './archive-address.service.server.ts';
import { readGameArchive, type GameArchive } from './archive.service.server.ts';
import { gameFormSchema, newGameSchema } from './forms.server.ts';
import { getFilesVersion } from './files-version.rules.ts';
import { recordGameAction, requireOperator } from './listing/log.service.server.ts';
import * as queries from './queries.server.ts';
import { refuseRemoved } from './removed-files.service.server.ts';
import { COVER_COLUMNS, COVER_SIZE, createGameId, EDITABLE_COLUMNS, guessManifest } from './rules.ts';
import { COVER_BYTES_MAX, type AddGameResult, type GameActionResult } from './schema.ts';
import { texts } from './texts.ts';

/** A submitted form and its file; null if none was chosen. */
export type PostedForm = { fields: FormFields; file: { bytes: Uint8Array } | null };

/**
 * Adds a game from a zip archive. It is hidden until an operator shows it. What is not in the archive's game.json is edited on its page.
 * @param posted `title` (or the archive's game.json has it), `note`, and without a file the `address` of one
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function addGame(ctx: AppContext, actor: Actor, { fields, file }: PostedForm): Promise<AddGameResult> {
  requireOperator(actor);
  const parsed = parseForm(newGameSchema, fields, describeNewGameField, ['address', 'title', 'note']);
  if (!parsed.ok) return parsed;
  const values = { ...fields };
  const { title, address } = parsed.value;
  const hasFile = file !== null && file.bytes.length > 0;
  if (hasFile && address !== '') return actionFailure('bad-input', { fieldErrors: { address: texts.addressAndFile }, values });
  if (!hasFile && address === '') return actionFailure('bad-input', { fieldErrors: { file: texts.zipOrAddressRequired }, values });
  const found = hasFile ? file : await fetchArchive(ctx, actor, address);
  if ('error' in found) return actionFailure(found.code, { fieldErrors: { address: found.error }, values });
  const note = hasFile ? parsed.value.note : texts.fetchedNote(parsed.value.note, withoutQuery(address));
  try {
    const archive = await readGameArchive(found.bytes);
    const { entry, assets } = guessManifest(
      archive.files.map(({ name }) => name),
      { entry: null, assets: [] },
    );
    const read = readRow(archive, title);
    if ('error' in read) {
      const field = read.field === 'file' && !hasFile ? 'address' : read.field;
      return actionFailure('bad-input', { fieldErrors: { [field]: read.error }, values });
    }
    const row = { ...read.row, GameURL: read.row.GameURL ?? entry, Assets: read.row.Assets.length > 0 ? read.row.Assets : assets };
    const start = createGameId(row.Title, () => false);
    const taken = await queries.listIdsLike(ctx.db, start);
    const id = createGameId(row.Title, (each) => taken.has(each));
    const stored = await storeFolder(ctx, { ...row, Id: id }, archive);
    const isAdded = await ctx.db.transaction().execute(async (trx) => {
      const now = ctx.now();
      const isNew = await queries.insertGame(trx, {
        id,
        title: row.Title,
        developer: row.Developer,
        description: row.Description,
        key_features: row.KeyFeatures,
        instructions: JSON.stringify(row.Instructions),
        genres: row.Genres,
        tags: row.Tags,
        mobile_ready: row.MobileReady,
        genders: row.Gender,
        is_premium: row.is_premium,
        created_at: row.created_at,
        max_players: row.max_players,
        min_age: row.minAge ?? 0,
        ...toColumns(stored),
        hidden_at: now,
        is_draft: true,
        edited_columns: [...EDITABLE_COLUMNS],
      });
      if (isNew) await recordGameAction(ctx, trx, actor, { action: 'add-game', gameId: id, note, details: { title: row.Title } });
      return isNew;
    });
    // Two operators add games with the same title at once.
    return isAdded ? { ok: true, id } : actionFailure('not-available', { error: texts.failed, values });
  } catch (error) {
    return toFileFailure(error, values, hasFile ? 'file' : 'address');
  }
}

/** Of an address only what names the file: links to files are often signed, and the log is for ever. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

function describeNewGameField(field: string): string {
  if (field === 'note') return texts.noteRequired;
  return field === 'address' ? texts.addressRefused['bad-address'] : texts.failed;
}

/** The row of an archive's game.json, or one that has only a title. */
function readRow({ gameJson }: GameArchive, title: string): { row: ImportRow } | { field: 'title' | 'file'; error: string } {
  let raw: unknown = {};
  try {
    if (gameJson !== null) raw = JSON.parse(gameJson);
  } catch (error) {
    return { field: 'file', error: texts.fileRefused(`game.json is not JSON (${(error as Error).message})`) };
  }
  const named = { ...(raw as object), Id: 'new', ...(title !== '' && { Title: title }) };
  if (!('Title' in named)) return { field: 'title', error: texts.titleRequired };
  // What only a command may say: who made it, and its place in the staff picks.
  const row = importRowSchema.safeParse({ ...named, creator_id: null, staff_order: null });
  return row.success ? { row: row.data } : { field: 'file', error: texts.fileRefused(`game.json: ${formatIssue(row.error)}`) };
}

/**
 * Replaces the files of a game by those of a zip archive, at once also for players: a game that is open goes on with the old ones.
 * @param posted `note` and `filesVersion`
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'bad-input', 'not-available' (it was removed)
 */
export async function replaceFiles(ctx: AppContext, actor: Actor, id: string, { fields, file }: PostedForm): Promise<GameActionResult> {
  requireOperator(actor);
  const form = parseFileForm(fields);
  if (!form.ok) return form;
  const values = { ...fields };
  if (file === null || file.bytes.length === 0) return actionFailure('bad-input', { fieldErrors: { file: texts.zipRequired }, values });
  const game = await findEditable(ctx, id);
  try {
    const archive = await readGameArchive(file.bytes);
    const names = archive.files.map(({ name }) => name);
    const { entry, assets } = guessManifest(names, {
      entry: toOwnName(game.game_url),
      assets: game.assets.flatMap((asset) => toOwnName(asset) ?? []),
    });
    const stored = await storeFolder(ctx, { Id: id, Assets: assets, GameURL: entry, is_premium: game.is_premium }, archive);
    const columns = toColumns(stored);
    // A cover that was uploaded by itself stays, and so does the old one if the archive has none.
    const keepsCover = assets.length === 0 || isOwnCover(game);
    const changed = keepsCover ? { game_url: columns.game_url, bytes: columns.bytes } : columns;
    return await save(ctx, actor, id, form.value, { action: 'replace-game-files', columns: changed, edited: Object.keys(changed) }, values);
  } catch (error) {
    return toFileFailure(error, values);
  }
}

/**
 * Replaces the cover of a game by an uploaded picture, cut to 4:3.
 * @param posted `note` and `filesVersion`
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'bad-input', 'not-available' (it was removed)
 */
export async function changeCover(ctx: AppContext, actor: Actor, id: string, { fields, file }: PostedForm): Promise<GameActionResult> {
  requireOperator(actor);
  const form = parseFileForm(fields);
  if (!form.ok) return form;
  const values = { ...fields };
  const fail = (error: string) => actionFailure('bad-input', { fieldErrors: { file: error }, values });
  if (file === null || file.bytes.length === 0) return fail(texts.coverRequired);
  if (file.bytes.length > COVER_BYTES_MAX) return fail(texts.coverTooLarge);
  const game = await findEditable(ctx, id);
  try {
    const bytes = await ctx.pictures.normalizeUpload(Buffer.from(file.bytes), COVER_SIZE.width, COVER_SIZE.height);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const folder = { files: [{ name: COVER_NAME, bytes }], bytes: bytes.length, hash: `${COVER_FOLDER}${hash}` };
    const prepared = await prepareGameFolder(ctx.pictures, { Id: id, Assets: [COVER_NAME], GameURL: null, is_premium: false }, folder);
    await store(ctx, prepared);
    const columns = { assets: [...prepared.assets, ...game.assets.slice(1)], picture: prepared.picture };
    return await save(ctx, actor, id, form.value, { action: 'change-game-cover', columns, edited: COVER_COLUMNS }, values);
  } catch (error) {
    if (error instanceof AppError && (error.code === 'bad-input' || error.code === 'too-large')) return fail(texts.coverInvalid);
    throw error;
  }
}

/** A game for which files may be stored. @throws AppError 'not-found', 'not-available' */
async function findEditable(ctx: AppContext, id: string): Promise<queries.GameRow> {
  const game = await queries.findGame(ctx.db, id);
  if (!game) throw new AppError('not-found');
  if (game.removed_at !== null) throw new AppError('not-available', 'the game was removed');
  return game;
}

const COVER_NAME = 'cover.webp';
/** How the hash of a cover that was uploaded by itself begins: it is no folder of a whole game. */
const COVER_FOLDER = 'cover-';

function isOwnCover({ id, assets }: { id: string; assets: string[] }): boolean {
  return assets[0]?.startsWith(`games/${id}/${COVER_FOLDER}`) === true;
}

type Change = {
  action: 'replace-game-files' | 'change-game-cover';
  columns: Partial<Pick<queries.GameRow, 'assets' | 'picture' | 'game_url' | 'bytes'>>;
  edited: readonly string[];
};

async function save(
  ctx: AppContext,
  actor: Actor,
  id: string,
  { note, filesVersion }: { note: string; filesVersion: string },
  { action, columns, edited }: Change,
  values: FormFields,
): Promise<GameActionResult> {
  const result = await ctx.db.transaction().execute(async (trx): Promise<GameActionResult | 'removed'> => {
    const before = await queries.lockGame(trx, id);
    if (!before) throw new AppError('not-found');
    if (before.removed_at !== null) return 'removed';
    // A file cannot stay in a form: so whoever was second chooses it again, and knows why.
    if (filesVersion !== getFilesVersion(before)) return actionFailure('conflict', { error: texts.fileConflict, values });
    await queries.updateGame(trx, id, columns, edited);
    const old = { assets: before.assets, picture: before.picture, game_url: before.game_url, bytes: before.bytes };
    await recordGameAction(ctx, trx, actor, { action, gameId: id, note, details: { before: old, after: columns } });
    return { ok: true, do: action === 'change-game-cover' ? 'cover' : 'files', isChanged: true };
  });
  if (result === 'removed') return refuseRemoved(ctx, id);
  if (result.ok) ctx.bus.publish({ kind: 'catalogue', gameId: id });
  return result;
}

function parseFileForm(fields: FormFields) {
  return parseForm(gameFormSchema, fields, (field) => (field === 'note' ? texts.noteRequired : texts.failed), ['do', 'note']);
}

/** Checks and stores the files of an archive. Files first: a row must never point to a missing file. */
async function storeFolder(
  ctx: AppContext,
  { Id, Assets, GameURL, is_premium }: Parameters<typeof prepareGameFolder>[1],
  { files }: GameArchive,
): Promise<PreparedGameFolder> {
  const manifest = { Id, Assets, GameURL, is_premium };
  return store(ctx, await prepareGameFolder(ctx.pictures, manifest, toGameFolder(files, manifest)));
}

async function store(ctx: AppContext, prepared: PreparedGameFolder): Promise<PreparedGameFolder> {
  for (const [name, bytes] of prepared.files) await ctx.files.put(name, bytes);
  return prepared;
}

function toColumns({ assets, picture, gameUrl, bytes }: PreparedGameFolder) {
  return { assets, picture, game_url: gameUrl, bytes };
}

/** 'index.html' of 'games/kite-club/1f3a/index.html'; null for another host. */
function toOwnName(path: string | null): string | null {
  return path?.startsWith('games/') ? path.split('/').slice(3).join('/') : null;
}

/** What is wrong with the file, in words that are shown beside it. */
function toFileFailure(error: unknown, values: FormFields, field: 'file' | 'address' = 'file'): ActionFailure {
  if (!(error instanceof AppError) || (error.code !== 'bad-input' && error.code !== 'too-large')) throw error;
  return actionFailure('bad-input', { fieldErrors: { [field]: texts.fileRefused(error.message) }, values });
}
