import { createHmac } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../../shared/paging.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import type { SaveOwner } from '../../../shared/viewer.ts';
import { gameIdSchema } from '../catalogue/forms.server.ts';
import { findGameById } from '../catalogue/queries.server.ts';
import { savedGamesForm, saveForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { decideWrite, isTooDeep, PLAYER_BYTES_MAX, SAVED_GAMES_PAGE_SIZE, toBest, type SentSave } from './rules.ts';
import { SAVE_BYTES_MAX, type SaveAnswer, type SavedGamesPage, type StoreAnswer } from './schema.ts';

/** Whose saves on a device are the actor's; null for a visitor. It is shown to the actor's own browser only. */
export function getSaveOwner(ctx: AppContext, actor: Actor, isRemembered: boolean): SaveOwner | null {
  if (actor.kind !== 'player') return null;
  return { key: createHmac('sha256', ctx.secret).update(`saves ${actor.id}`).digest('base64url').slice(0, 16), isRemembered };
}

/**
 * What a game saved for the actor, at any of their devices.
 * @throws AppError 'sign-in-required', 'not-found', 'age-required', 'premium-required'
 */
export async function getSave(ctx: AppContext, actor: Actor, gameId: string): Promise<SaveAnswer> {
  authorize(actor, 'library:read');
  const playerId = requirePlayerId(actor);
  await requirePlayableGame(ctx, actor, gameId);
  const stored = await queries.findSave(ctx.db, playerId, gameId);
  return {
    ok: true,
    owner: getSaveOwner(ctx, actor, false)?.key ?? '',
    now: ctx.now().getTime(),
    save: stored && {
      revision: stored.revision,
      data: stored.text,
      best: stored.best,
      isLowerBetter: stored.isLowerBetter,
      // What the player went back to, or chose, is as new as that.
      savedAt: Math.max(stored.savedAt, stored.chosenAt ?? 0),
    },
  };
}

/**
 * Keeps what a game saved for the actor. What becomes of it when another device saved meanwhile, `decideWrite` says.
 * @throws AppError 'too-large', 'bad-input' (also for what is not JSON), 'sign-in-required', 'not-allowed' (it is somebody else's),
 *   'not-found', 'age-required', 'premium-required'
 */
export async function storeSave(ctx: AppContext, actor: Actor, gameId: string, fields: FormFields): Promise<StoreAnswer> {
  authorize(actor, 'library:write');
  const playerId = requirePlayerId(actor);
  // Before anything looks into it.
  if (Buffer.byteLength(fields['save'] ?? '') > SAVE_BYTES_MAX) throw new AppError('too-large', 'a game saves at most 64 KB');
  const form = parseFormOrThrow(saveForm, fields);
  if (form.owner !== getSaveOwner(ctx, actor, false)?.key) throw new AppError('not-allowed', 'somebody else saved this');
  if (!isJson(form.save) || isTooDeep(form.save)) throw new AppError('bad-input', 'what is saved is JSON', { field: 'save' });
  await requirePlayableGame(ctx, actor, gameId);
  const now = ctx.now().getTime();
  const sent: SentSave = {
    text: form.save,
    best: toBest(form.best),
    isLowerBetter: form.lower === undefined ? null : form.lower === 'yes',
    revision: form.revision,
    // The clock of a device may be ahead.
    savedAt: Math.min(form.at, now),
    begunAt: Math.min(form.begun, now),
    writer: form.writer,
    kind: form.kind,
  };
  return queries.changeSave<StoreAnswer>(ctx.db, { playerId, gameId }, async (stored, otherBytes) => {
    const decision = decideWrite(stored, sent, now);
    const before = { revision: stored?.revision ?? 0, best: stored?.best ?? null };
    if (decision.state === 'deleted') return { row: null, result: { ok: true, state: 'deleted', ...before } };
    const { row } = decision;
    if (row === stored) return { row: null, result: { ok: true, state: 'stored', isOtherKept: false, ...before } };
    const bytes = Buffer.byteLength(row.text ?? '') + Buffer.byteLength(row.former?.text ?? '');
    if (bytes + (await otherBytes()) > PLAYER_BYTES_MAX) return { row: null, result: { ok: true, state: 'full', ...before } };
    const after = { revision: row.revision, best: row.best };
    if (decision.state === 'former') return { row, result: { ok: true, state: 'former', ...after } };
    return { row, result: { ok: true, state: 'stored', isOtherKept: decision.isOtherKept, ...after } };
  });
}

/** The actor's saves, the last saved first, and what they take in total. */
export async function listSavedGames(ctx: AppContext, actor: Actor, after: string | null): Promise<SavedGamesPage> {
  authorize(actor, 'library:read');
  const playerId = requirePlayerId(actor);
  const cursor = decodeTimeCursor(after, (id) => gameIdSchema.safeParse(id).success);
  const [found, bytes] = await Promise.all([
    queries.listSaves(ctx.db, playerId, SAVED_GAMES_PAGE_SIZE + 1, cursor),
    queries.sumBytes(ctx.db, playerId),
  ]);
  const { rows, next } = toPage(found, SAVED_GAMES_PAGE_SIZE, (row) => encodeTimeCursor(row.saved_at, row.game_id));
  return {
    games: rows.map((row) => ({
      gameId: row.game_id,
      title: row.title,
      gameUrl: row.is_visible && can(actor, 'game:view', { minAge: row.min_age }) ? `/games/${row.game_id}` : null,
      bytes: row.bytes,
      best: row.best,
      savedAt: row.saved_at.toISOString(),
      revision: row.revision,
      former:
        row.former_saved_at && row.former_reason
          ? { savedAt: row.former_saved_at.toISOString(), bytes: row.former_bytes, reason: row.former_reason }
          : null,
    })),
    bytes,
    next,
  };
}

/**
 * Goes back to the earlier save of a game, or deletes both. The row of a deleted save stays, without them, so that a device that was away
 * does not bring it back.
 * @param fields `do`, `game`, and `revision`, which the page showed
 * @throws AppError 'bad-input', 'sign-in-required', 'not-available' (it changed meanwhile)
 */
export async function changeSavedGame(ctx: AppContext, actor: Actor, fields: FormFields): Promise<{ action: 'restore' | 'delete' }> {
  authorize(actor, 'library:write');
  const playerId = requirePlayerId(actor);
  const { do: action, game: gameId, revision } = parseFormOrThrow(savedGamesForm, fields);
  const now = ctx.now().getTime();
  return queries.changeSave<{ action: 'restore' | 'delete' }>(ctx.db, { playerId, gameId }, async (stored) => {
    if (stored === null || stored.text === null || stored.revision !== revision) throw new AppError('not-available', 'the save changed');
    const next = { ...stored, revision: revision + 1, writer: 'settings' };
    if (action === 'delete') {
      const row = { ...next, text: null, best: null, savedAt: now, chosenAt: null, former: null };
      return { row, result: { action } };
    }
    if (stored.former === null) throw new AppError('not-available', 'there is no earlier save');
    const { text, savedAt } = stored.former;
    const former = { text: stored.text, savedAt: stored.savedAt, reason: 'exchanged' as const };
    return { row: { ...next, text, savedAt, chosenAt: now, former }, result: { action } };
  });
}

/** @throws AppError 'not-found', 'age-required', 'premium-required' */
async function requirePlayableGame(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  const game = gameIdSchema.safeParse(id).success ? await findGameById(ctx.dataLoader, ctx.queryPrepared, id) : undefined;
  if (!game) throw new AppError('not-found');
  authorize(actor, 'game:play', { isPremium: game.is_premium, minAge: game.min_age });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
