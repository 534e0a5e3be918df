import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { gameIdSchema } from '../games/catalogue/forms.server.ts';
import { copyGameFolder } from '../games/folders/service.server.ts';
import { moderateGame } from '../moderation/service.server.ts';
import { confirmTeamMember } from '../accounts/reauthentication/service.server.ts';
import { editedRowSchema, gameFormSchema } from './forms.server.ts';
import { recordGameAction, requireOperator } from './listing/log.service.server.ts';
import * as queries from './queries.server.ts';
import { formatFormBase, hashFields, mapFields, parseFormBase } from './form-base.rules.ts';
import { refuseRemoved } from './removed-files.service.server.ts';
import { COLUMN_OF_FIELD, listChanges, parseInstructions, splitLines, splitList, toValues } from './rules.ts';
import { DELETE_GAME_FILES, EDIT_FIELDS, GENRE_FIELD, type EditField, type GameActionResult } from './schema.ts';
import { texts } from './texts.ts';

/**
 * Edits a game, or shows, hides or removes it, each with a note in the audit log. What is edited stays as it is when the game is imported
 * again. Removing asks for the second step again.
 * @param fields `do`, `note`, `base` (see GameEditView), and the fields of EDIT_FIELDS, or `code` or `password`
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
  if (!gameIdSchema.safeParse(id).success || !(await queries.findGame(ctx.db, id))) throw new AppError('not-found');
  const { code: _code, password: _password, ...kept } = fields;
  // Browsers send lines so.
  const values = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
  const parsed = parseForm(gameFormSchema, fields, (field) => (field === 'note' ? texts.noteRequired : texts.failed), Object.keys(values));
  if (!parsed.ok) {
    if (parsed.fieldErrors['note'] === undefined) throw new AppError('bad-input', 'a hidden field is invalid');
    return parsed;
  }
  const form = parsed.value;
  switch (form.do) {
    case 'edit':
      return editGame(ctx, actor, id, values, form.note);
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

/** Shows a game that was never shown, which is new from now on, or one that was hidden. */
async function showGame(ctx: AppContext, actor: Actor, id: string, note: string): Promise<void> {
  const isDraft = await ctx.db.transaction().execute(async (trx) => {
    const game = await queries.lockGame(trx, id);
    if (!game) throw new AppError('not-found');
    if (!game.is_draft) return false;
    if (game.removed_at !== null) throw new AppError('not-available', 'the game was removed');
    await queries.updateGame(
      trx,
      id,
      { hidden_at: null, is_draft: false, listed_at: ctx.now(), created_at: game.created_at ?? ctx.now() },
      [],
    );
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
    const gone = {
      removed_at: ctx.now(),
      is_draft: false,
      staff_order: null,
      featured_place: null,
      assets: [],
      picture: null,
      game_url: null,
    };
    await queries.updateGame(trx, id, { ...gone, bytes: null }, []);
    await queries.deletePlans(trx, id);
    await ctx.jobs.enqueue(DELETE_GAME_FILES, { gameId: id }, trx);
    await recordGameAction(ctx, trx, actor, { action: 'remove-game', gameId: id, note: form.note, details: { title: game.title } });
  });
  ctx.bus.publish({ kind: 'catalogue', gameId: id });
  return { ok: true, do: 'remove', isChanged: true };
}

/**
 * Edits the texts of a game and what else its form has, by the checks of an import; imports keep what was changed from now on. Only what the
 * sender changed is read and written: the form shows some things less exactly than they are stored, and somebody else may have changed others.
 */
async function editGame(ctx: AppContext, actor: Actor, id: string, values: FormFields, note: string): Promise<GameActionResult> {
  const base = parseFormBase(values['base'] ?? '');
  if (base === null) throw new AppError('bad-input', 'a hidden field is invalid');
  const posted = hashFields(
    mapFields((field) => values[field] ?? ''),
    readGenres(values),
  );
  const mine = EDIT_FIELDS.filter((field) => posted[field] !== base[field].shown);
  const parsed = editedRowSchema.safeParse(toRawRow(values, mine));
  if (!parsed.success) {
    const fieldErrors: ActionFailure['fieldErrors'] = {};
    for (const { path, message } of parsed.error.issues) {
      const field = FIELD_OF_ROW[String(path[0])];
      if (field) fieldErrors[field] ??= texts.invalidField(message);
    }
    return actionFailure('bad-input', { fieldErrors, values });
  }
  const typed = toColumns(parsed.data);
  const known = mine.includes('isPremium') ? await queries.findGame(ctx.db, id) : undefined;
  // Files first: a row must never point to a missing file.
  const move = known ? await copyGameFolder(ctx.files, known.game_url, typed.is_premium) : null;
  const result = await ctx.db.transaction().execute(async (trx): Promise<GameActionResult | 'removed'> => {
    const before = await queries.lockGame(trx, id);
    if (!before) throw new AppError('not-found');
    if (before.removed_at !== null) return 'removed';
    const stored = hashFields(toValues(before), before.genres);
    const conflicts = mine.filter((field) => stored[field] !== base[field].stored && stored[field] !== posted[field]);
    if (conflicts.length > 0) {
      const fieldErrors = Object.fromEntries(conflicts.map((field) => [field, texts.storedNow(field, toValues(before)[field])]));
      // Who sends it again knows what is stored.
      const told = mapFields((field) => (conflicts.includes(field) ? { ...base[field], stored: stored[field] } : base[field]));
      return actionFailure('conflict', { error: texts.conflict, fieldErrors, values: { ...values, base: formatFormBase(told) } });
    }
    const old = pickColumns(before);
    const columns = { ...old, ...Object.fromEntries(mine.map((field) => [COLUMN_OF_FIELD[field], typed[COLUMN_OF_FIELD[field]]])) };
    // The form does not order genres: those that were there keep their order, because the first one gives the page its cloth.
    columns.genres = [
      ...before.genres.filter((genre) => columns.genres.includes(genre)),
      ...columns.genres.filter((genre) => !before.genres.includes(genre)),
    ];
    const changes = listChanges<queries.EditedColumns>(old, columns);
    if (changes.includes('min_age') && columns.min_age !== 0 && before.game_url !== null && !before.game_url.startsWith('games/'))
      return actionFailure('bad-input', { fieldErrors: { minAge: texts.markElsewhere }, values });
    const after = hashFields(toValues({ ...before, ...columns }), columns.genres);
    const saved = formatFormBase(
      mapFields((field) => (mine.includes(field) ? { shown: posted[field], stored: after[field] } : base[field])),
    );
    if (changes.length === 0) return { ok: true, do: 'edit', isChanged: false, base: saved };
    const isMoved = changes.includes('is_premium');
    if (isMoved && known?.game_url !== before.game_url) throw new AppError('not-available', 'its files were replaced meanwhile');
    const { instructions, ...others } = columns;
    const files = isMoved && move ? moveFiles(before, move) : {};
    await queries.updateGame(trx, id, { ...others, ...files, instructions: JSON.stringify(instructions) }, changes);
    await recordGameAction(ctx, trx, actor, {
      action: 'edit-game',
      gameId: id,
      note,
      details: Object.fromEntries(changes.map((column) => [column, { before: old[column], after: columns[column] }])),
    });
    return { ok: true, do: 'edit', isChanged: true, base: saved };
  });
  if (result === 'removed') return refuseRemoved(ctx, id);
  if (result.ok && result.isChanged) ctx.bus.publish({ kind: 'catalogue', gameId: id });
  return result;
}

/** Where the files of a game are after they were copied. A cover of its own stays where it is. */
function moveFiles({ assets, picture, game_url }: queries.GameRow, { from, to }: { from: string; to: string }) {
  const move = (path: string) => (path.startsWith(`${from}/`) ? to + path.slice(from.length) : path);
  return { assets: assets.map(move), picture: picture && move(picture), game_url: game_url && move(game_url) };
}

/** A locked game that was not removed. @throws AppError 'not-found', 'not-available' */
async function lockEditable(trx: Parameters<typeof queries.lockGame>[0], id: string): Promise<queries.GameRow> {
  const game = await queries.lockGame(trx, id);
  if (!game) throw new AppError('not-found');
  if (game.removed_at !== null) throw new AppError('not-available', 'the game was removed');
  return game;
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

/** The genres of the form: those with a tick, and the others. */
function readGenres(values: FormFields): string[] {
  const ticked = Object.keys(values).flatMap((name) => (name.startsWith(GENRE_FIELD) ? [name.slice(GENRE_FIELD.length)] : []));
  return [...ticked, ...splitList(values['otherGenres'] ?? '')];
}

/** What was changed in the form as a row of an import, which checks it. */
function toRawRow(values: FormFields, changed: readonly EditField[]) {
  const read = <Value>(field: EditField, parse: (text: string) => Value) =>
    changed.includes(field) ? parse(values[field] ?? '') : undefined;
  const asIs = (text: string) => text;
  const isTicked = (text: string) => text === 'yes';
  return {
    // A row needs a title; one that was not changed is not read from it.
    Title: read('title', asIs) ?? 'unchanged',
    Developer: read('developer', asIs),
    Description: read('description', asIs),
    KeyFeatures: read('keyFeatures', splitLines),
    Instructions: read('instructions', parseInstructions),
    Genres: read('otherGenres', () => readGenres(values)),
    Tags: read('tags', splitList),
    MobileReady: read('isMobileReady', (text) => [isTicked(text)]),
    is_premium: read('isPremium', isTicked),
    max_players: read('maxPlayers', (text) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0)),
    minAge: read('minAge', Number),
  };
}

function toColumns(row: ReturnType<typeof editedRowSchema.parse>): queries.EditedColumns {
  return {
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
