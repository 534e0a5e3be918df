import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { decodeCursor, encodeCursor, toPage } from '../../shared/paging.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, SYSTEM, type Actor } from '../../shared/permissions.ts';
import { listAuditEntries } from '../audit-log/queries.server.ts';
import { gameIdSchema } from '../games/catalogue/forms.server.ts';
import { DEFAULT_GENRES, toDisplayRating } from '../games/catalogue/rules.ts';
import type { GamePage } from '../games/catalogue/schema.ts';
import { urlForAsset } from '../games/catalogue/service.server.ts';
import { getExtension, GAME_FILE_TYPES } from '../games/folders/rules.ts';
import { getPreviewUrl } from '../games/plays/service.server.ts';
import { searchGames } from '../games/search/service.server.ts';
import { moderateGame } from '../moderation/service.server.ts';
import { confirmTeamMember } from '../settings/reauthentication/service.server.ts';
import { editedRowSchema, gameFormSchema } from './forms.server.ts';
import { getFilesVersion } from './files-version.rules.ts';
import { recordGameAction, requireOperator } from './log.service.server.ts';
import * as queries from './queries.server.ts';
import {
  COLUMN_OF_FIELD,
  formatInstructions,
  GAME_LOG_MAX,
  GAMES_PAGE_SIZE,
  getGameState,
  HITS_MAX,
  isInFilter,
  listChanges,
  parseInstructions,
  splitLines,
  splitList,
} from './rules.ts';
import {
  EDIT_FIELDS,
  GENRE_FIELD,
  urlForOperatorsCover,
  type AdminGame,
  type AdminGameList,
  type EditField,
  type EditValues,
  type GameActionResult,
  type GameEditView,
  type GameFilter,
} from './schema.ts';
import { texts } from './texts.ts';

/** The job that deletes the files of a removed game. */
export const DELETE_GAME_FILES = { name: 'games.delete-files', retry: { limit: 8, seconds: 30, secondsMax: 3600 } };
const PICKS_SHOWN = 200;

/**
 * Games of the catalogue, also hidden and removed ones: a page of a list, or what a search finds (at most 40), filtered.
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function listGames(
  ctx: AppContext,
  actor: Actor,
  { filter, query }: { filter: GameFilter; query: string },
  after: string | null,
): Promise<AdminGameList> {
  authorize(actor, 'catalogue:edit');
  if (query !== '') {
    const found = (await findGames(ctx, query)).map(toAdminGame).filter((game) => isInFilter(filter, game));
    return { filter, query, games: found, next: null };
  }
  if (filter === 'picks') return { filter, query, games: (await queries.listPicks(ctx.db, PICKS_SHOWN)).map(toAdminGame), next: null };
  const key = decodeCursor(after, ['bigint', 'text']);
  const rows = await queries.listGames(ctx.db, filter, GAMES_PAGE_SIZE + 1, key && { listedUs: key[0], id: key[1] });
  const page = toPage(rows, GAMES_PAGE_SIZE, (row) => encodeCursor([Number(row.listed_us), row.id]));
  return { filter, query, games: page.rows.map(toAdminGame), next: page.next };
}

/** By its id, by the search of the site, and by a part of the name if it is hidden. */
async function findGames(ctx: AppContext, query: string): Promise<queries.ListedRow[]> {
  // The search of the site, for all content marks: the actor is authorized already, and an operator's own age does not matter here.
  const [hits, hidden] = await Promise.all([searchGames(ctx, SYSTEM, query), queries.searchHiddenGames(ctx.db, query, HITS_MAX)]);
  const ids = [...new Set([...(gameIdSchema.safeParse(query).success ? [query] : []), ...hits.games.map(({ id }) => id)])];
  const rows = new Map((await queries.listGamesByIds(ctx.db, ids)).map((row) => [row.id, row]));
  for (const row of hidden) rows.set(row.id, row);
  return [...new Set([...ids, ...hidden.map(({ id }) => id)])].flatMap((id) => rows.get(id) ?? []);
}

/** One game with its form, preview and log. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getGameForEdit(ctx: AppContext, actor: Actor, id: string): Promise<GameEditView> {
  const me = requireOperator(actor);
  const row = await findGame(ctx, id);
  const [entries, isTwoFactor] = await Promise.all([
    listAuditEntries(ctx.db, 'game', row.id, GAME_LOG_MAX),
    queries.hasTwoFactor(ctx.db, me.id),
  ]);
  const isRemoved = row.removed_at !== null;
  return {
    game: toAdminGame(row),
    version: row.version,
    filesVersion: getFilesVersion(row),
    values: toValues(row),
    genres: row.genres,
    knownGenres: [...new Set([...DEFAULT_GENRES, 'Puzzle', ...row.genres])],
    keptFields: EDIT_FIELDS.filter((field) => row.edited_columns.includes(COLUMN_OF_FIELD[field])),
    files: { bytes: row.bytes, isElsewhere: row.game_url !== null && !row.game_url.startsWith('games/') },
    preview: isRemoved ? null : toPreview(ctx, row),
    tryUrl: isRemoved ? null : getPreviewUrl(ctx, actor, row.id, row.game_url),
    proof: isTwoFactor ? 'code' : 'password',
    log: entries.map(({ id: entryId, at, actor_name: name, action, note }) => ({
      id: entryId,
      at: at.toISOString(),
      actor: name,
      action,
      note,
    })),
  };
}

/** The cover of a game as it is stored, also of a hidden one. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getCover(ctx: AppContext, actor: Actor, id: string): Promise<{ bytes: Buffer; type: string }> {
  authorize(actor, 'catalogue:edit');
  const { cover } = await findGame(ctx, id);
  const type = cover === null ? undefined : GAME_FILE_TYPES[getExtension(cover)];
  if (cover === null || type === undefined || !type.startsWith('image/') || !cover.startsWith('games/')) throw new AppError('not-found');
  const bytes = await ctx.files.get(cover);
  if (bytes === null) throw new AppError('not-found');
  return { bytes, type };
}

/**
 * Edits a game, or shows, hides or removes it, each with a note in the audit log. What is edited stays as it is when the game is imported
 * again. Removing asks for the second step again.
 * @param fields `do`, `note`, `version`, and the fields of EDIT_FIELDS, or `code` or `password`
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'bad-input' (a hidden field), 'not-available' (somebody was faster)
 */
export async function changeGame(
  ctx: AppContext,
  actor: Actor,
  id: string,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<GameActionResult> {
  requireOperator(actor);
  await findGame(ctx, id);
  const { code: _code, password: _password, ...values } = fields;
  const parsed = parseForm(gameFormSchema, fields, (field) => (field === 'note' ? texts.noteRequired : texts.failed), Object.keys(values));
  if (!parsed.ok) {
    if (parsed.fieldErrors['note'] === undefined) throw new AppError('bad-input', 'a hidden field is invalid');
    return parsed;
  }
  const form = parsed.value;
  switch (form.do) {
    case 'edit':
      return editGame(ctx, actor, id, values, form);
    case 'hide':
      await moderateGame(ctx, actor, id, { action: 'hide-game', note: form.note });
      return { ok: true, do: form.do, isChanged: true };
    case 'show':
      await showGame(ctx, actor, id, form.note);
      return { ok: true, do: form.do, isChanged: true };
    case 'remove':
      return removeGame(ctx, actor, id, form, values, clientInfo);
    default:
      throw new AppError('bad-input', 'this form has a file');
  }
}

async function editGame(
  ctx: AppContext,
  actor: Actor,
  id: string,
  values: FormFields,
  { note, version }: { note: string; version?: number | undefined },
): Promise<GameActionResult> {
  const parsed = editedRowSchema.safeParse(toRawRow(values));
  if (!parsed.success) {
    const fieldErrors: ActionFailure['fieldErrors'] = {};
    for (const { path, message } of parsed.error.issues) {
      const field = FIELD_OF_ROW[String(path[0])];
      if (field) fieldErrors[field] ??= texts.invalidField(message);
    }
    return actionFailure('bad-input', { fieldErrors, values });
  }
  const row = parsed.data;
  const columns: queries.EditedColumns = {
    title: row.Title,
    developer: row.Developer,
    description: row.Description,
    key_features: row.KeyFeatures,
    instructions: row.Instructions,
    genres: row.Genres,
    tags: row.Tags,
    mobile_ready: row.MobileReady,
    is_premium: row.is_premium,
    min_age: row.minAge ?? 0,
    max_players: row.max_players,
  };
  const result = await ctx.db.transaction().execute(async (trx): Promise<GameActionResult> => {
    const before = await lockEditable(trx, id);
    // The form does not order genres: those that were there keep their order, because the first one gives the page its cloth.
    columns.genres = [
      ...before.genres.filter((genre) => columns.genres.includes(genre)),
      ...columns.genres.filter((genre) => !before.genres.includes(genre)),
    ];
    const changes = listChanges<queries.EditedColumns>(pickColumns(before), columns);
    if (version !== before.version) {
      if (changes.length === 0) return { ok: true, do: 'edit', isChanged: false, version: before.version };
      const differing = EDIT_FIELDS.filter((field) => changes.includes(COLUMN_OF_FIELD[field]));
      const stored = toValues(before);
      const fieldErrors = Object.fromEntries(differing.map((field) => [field, texts.storedNow(stored[field])]));
      return { ...actionFailure('conflict', { error: texts.conflict, fieldErrors, values }), version: before.version };
    }
    if (columns.min_age !== 0 && before.game_url !== null && !before.game_url.startsWith('games/'))
      return actionFailure('bad-input', { fieldErrors: { minAge: texts.markElsewhere }, values });
    if (changes.length === 0) return { ok: true, do: 'edit', isChanged: false, version: before.version };
    const { instructions, ...others } = columns;
    await queries.updateGame(trx, id, { ...others, instructions: JSON.stringify(instructions) }, changes, true);
    const old = pickColumns(before);
    await recordGameAction(ctx, trx, actor, {
      action: 'edit-game',
      gameId: id,
      note,
      details: Object.fromEntries(changes.map((column) => [column, { before: old[column], after: columns[column] }])),
    });
    return { ok: true, do: 'edit', isChanged: true, version: before.version + 1 };
  });
  if (result.ok && result.isChanged) ctx.bus.publish({ kind: 'catalogue', gameId: id });
  return result;
}

/** Shows a game that was never shown, which is new from now on, or one that was hidden. */
async function showGame(ctx: AppContext, actor: Actor, id: string, note: string): Promise<void> {
  const isDraft = await ctx.db.transaction().execute(async (trx) => {
    const game = await queries.lockGame(trx, id);
    if (!game) throw new AppError('not-found');
    if (!game.is_draft) return false;
    if (game.removed_at !== null) throw new AppError('not-available', 'the game was removed');
    await queries.updateGame(trx, id, { hidden_at: null, is_draft: false, listed_at: ctx.now(), created_at: game.created_at ?? ctx.now() }, []);
    await recordGameAction(ctx, trx, actor, { action: 'show-game', gameId: id, note, details: {} });
    return true;
  });
  if (isDraft) ctx.bus.publish({ kind: 'catalogue', gameId: id });
  else await moderateGame(ctx, actor, id, { action: 'restore-game', note });
}

/** Only a hidden game: hiding can be undone, and decides the reports about it. */
async function removeGame(
  ctx: AppContext,
  actor: Actor,
  id: string,
  form: { note: string; code: string; password: string },
  values: FormFields,
  clientInfo: ClientInfo,
): Promise<GameActionResult> {
  authorize(actor, 'catalogue:remove');
  const me = requireOperator(actor);
  const refused = await confirmTeamMember(ctx, me.id, form, clientInfo);
  if (refused) return actionFailure('wrong-code', { fieldErrors: { [refused.field]: refused.why }, values });
  await ctx.db.transaction().execute(async (trx) => {
    const game = await lockEditable(trx, id);
    if (game.hidden_at === null) throw new AppError('not-available', 'only a hidden game can be removed');
    const gone = { removed_at: ctx.now(), is_draft: false, staff_order: null, featured_place: null, assets: [], picture: null, game_url: null };
    await queries.updateGame(trx, id, { ...gone, bytes: null }, []);
    await queries.deletePlans(trx, id);
    await ctx.jobs.enqueue(DELETE_GAME_FILES, { gameId: id }, trx);
    await recordGameAction(ctx, trx, actor, { action: 'remove-game', gameId: id, note: form.note, details: { title: game.title } });
  });
  ctx.bus.publish({ kind: 'catalogue', gameId: id });
  return { ok: true, do: 'remove', isChanged: true };
}

/** Deletes the files of a removed game. Running it twice does no harm. */
export async function deleteGameFiles(ctx: AppContext, actor: Actor, gameId: string): Promise<void> {
  authorize(actor, 'catalogue:run');
  if (gameIdSchema.safeParse(gameId).success && (await queries.isRemoved(ctx.queryPrepared, gameId)))
    await ctx.files.removeFolder(`games/${gameId}`);
}

/** A locked game that was not removed. @throws AppError 'not-found', 'not-available' */
async function lockEditable(trx: Parameters<typeof queries.lockGame>[0], id: string): Promise<queries.GameRow> {
  const game = await queries.lockGame(trx, id);
  if (!game) throw new AppError('not-found');
  if (game.removed_at !== null) throw new AppError('not-available', 'the game was removed');
  return game;
}

async function findGame(ctx: AppContext, id: string): Promise<queries.GameRow> {
  const row = gameIdSchema.safeParse(id).success ? await queries.findGame(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  return row;
}

/** The columns of an import that a field shows. */
const FIELD_OF_ROW: Record<string, EditField> = {
  Title: 'title',
  Developer: 'developer',
  Description: 'description',
  KeyFeatures: 'keyFeatures',
  Instructions: 'instructions',
  Genres: 'otherGenres',
  Tags: 'tags',
  MobileReady: 'isMobileReady',
  is_premium: 'isPremium',
  max_players: 'maxPlayers',
  minAge: 'minAge',
};

/** The form as a row of an import, which checks it. */
function toRawRow(values: FormFields) {
  const genres = Object.keys(values).flatMap((name) => (name.startsWith(GENRE_FIELD) ? [name.slice(GENRE_FIELD.length)] : []));
  return {
    Title: values['title'] ?? '',
    Developer: values['developer'] ?? '',
    Description: values['description'] ?? '',
    KeyFeatures: splitLines(values['keyFeatures'] ?? ''),
    Instructions: parseInstructions(values['instructions'] ?? ''),
    Genres: [...genres, ...splitList(values['otherGenres'] ?? '')],
    Tags: splitList(values['tags'] ?? ''),
    MobileReady: [values['isMobileReady'] === 'yes'],
    is_premium: values['isPremium'] === 'yes',
    max_players: /^\d{1,7}$/.test(values['maxPlayers']?.trim() ?? '') ? Number(values['maxPlayers']) : 0,
    minAge: Number(values['minAge'] ?? 0),
  };
}

function toValues(row: queries.GameRow): EditValues {
  return {
    title: row.title,
    developer: row.developer ?? '',
    description: row.description,
    keyFeatures: row.key_features.join('\n'),
    instructions: formatInstructions(row.instructions),
    tags: row.tags.join(', '),
    otherGenres: row.genres.join(', '),
    maxPlayers: String(row.max_players),
    minAge: String(row.min_age),
    isPremium: row.is_premium ? 'yes' : '',
    isMobileReady: row.mobile_ready ? 'yes' : '',
  };
}

function pickColumns(row: queries.GameRow): queries.EditedColumns {
  const { title, developer, description, key_features, instructions, genres, tags, mobile_ready, is_premium, min_age, max_players } = row;
  return {
    title,
    developer,
    description,
    key_features,
    // The database gives the keys of an object in another order.
    instructions: instructions.map(({ keys, does }) => ({ keys, does })),
    genres,
    tags,
    mobile_ready,
    is_premium,
    min_age,
    max_players,
  };
}

/** A game of the operators' lists. */
export function toAdminGame(row: queries.ListedRow): AdminGame {
  return {
    id: row.id,
    title: row.title,
    developer: row.developer ?? '',
    cover: toCoverUrl(row),
    state: getGameState(row),
    isPremium: row.is_premium,
    minAge: row.min_age,
    pick: row.staff_order,
    isFeatured: row.featured_place !== null,
    plays30d: row.plays_30d,
    listedAt: row.listed_at.toISOString(),
  };
}

/** Covers of hidden games are served to operators alone. */
function toCoverUrl({ id, cover, hidden_at }: Pick<queries.ListedRow, 'id' | 'cover' | 'hidden_at'>): string | null {
  if (cover === null || !cover.startsWith('games/')) return null;
  return hidden_at === null ? `/media/${cover}` : urlForOperatorsCover(id, cover);
}

function toPreview(ctx: AppContext, row: queries.GameRow): GamePage {
  return {
    id: row.id,
    title: row.title,
    developer: row.developer ?? '',
    description: row.description,
    cover: toCoverUrl(row) ?? urlForAsset(ctx, row.cover, '/media'),
    players: 0,
    maxPlayers: row.max_players,
    plays: row.plays,
    tags: row.tags,
    isPremium: row.is_premium,
    bytes: row.bytes,
    ...(row.min_age !== 0 && { minAge: row.min_age }),
    can: { play: true },
    keyFeatures: row.key_features,
    instructions: row.instructions,
    genres: row.genres,
    createdAt: row.created_at?.toISOString() ?? null,
    picture: null,
    rating: toDisplayRating(row.rating_sum, row.rating_count),
    src: null,
    playable: row.game_url !== null,
  };
}
