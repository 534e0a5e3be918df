import type { AppContext } from '../../../context.server.ts';
import { authorize, can, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { findGameById, type GameRow } from '../catalogue/queries.server.ts';
import { gameIdSchema } from '../catalogue/forms.server.ts';
import { urlForAsset } from '../catalogue/service.server.ts';
import {
  findAgeBand,
  isPreviewed,
  isThere,
  recordHeartbeat,
  endPlay,
  insertPastPlays,
  insertPlay,
  refreshPopularity,
} from './queries.server.ts';
import { isFeatureEnabled } from '../../feature-flags/service.server.ts';
import { hasPremium } from '../../premium/service.server.ts';
import {
  verifyTicket,
  OFFLINE_PLAY_DAYS,
  createTicket,
  createPreviewTicket,
  createRobotTicket,
  getPreviewOperator,
  CONTROL_GAME,
  ROBOT,
  type PastPlay,
} from './rules.ts';
import { offlinePlayForm, playIdSchema, startPlayForm } from './forms.server.ts';
import type { PlayStart } from './schema.ts';
import { recordPlay } from './queries.server.ts';

/** Games whose figures are refreshed per transaction: short transactions, so that an import waits only briefly for the lock. */
const REFRESHED_PER_TRANSACTION = 1000;

/**
 * Opens a game for playing and counts the play. While the site is read-only it opens and is not counted.
 * @param fields `id`, the play's id if the browser chose it, so that it can report the same play again later
 * @throws AppError 'not-found', 'age-required', 'not-available' (nothing to load), 'sign-in-required', 'premium-required' or 'bad-input' (the
 *   id is taken).
 */
export async function startPlay(ctx: AppContext, actor: Actor, id: string, fields: FormFields = {}): Promise<PlayStart> {
  const form = parseFormOrThrow(startPlayForm, fields);
  const { src } = await getGameFiles(ctx, actor, id);
  const play = { id: form.id ?? ctx.newId(), gameId: id, playerId: actor.kind === 'player' ? actor.id : null };
  if (await isFeatureEnabled(ctx, 'read-only')) return { playId: play.id, src };
  const isNew = await insertPlay(ctx.db, play, null, async (trx) => {
    if (play.playerId !== null) await recordPlay(trx, { id: ctx.newId(), playerId: play.playerId, gameId: id, at: ctx.now() });
  });
  if (!isNew) throw new AppError('bad-input', 'there is such a play already');
  return { playId: play.id, src };
}

/**
 * Counts a play that started offline, once, however often it is reported. It opens no game frame, and it counts for the time when it
 * started, clamped to the last OFFLINE_PLAY_DAYS days.
 * @param fields `late`, the play's id, and `at`, when it started
 * @throws AppError 'not-found', 'age-required', 'not-available', 'sign-in-required', 'premium-required', 'bad-input' or 'read-only' (the browser
 *   keeps the play, and reports it again later)
 */
export async function recordOfflinePlay(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<void> {
  if (await isFeatureEnabled(ctx, 'read-only')) throw new AppError('read-only', 'no play is recorded now');
  await getGameFiles(ctx, actor, id);
  const form = parseFormOrThrow(offlinePlayForm, fields);
  const now = ctx.now().getTime();
  const at = new Date(Math.min(Math.max(form.at, now - OFFLINE_PLAY_DAYS * 86_400_000), now));
  const play = { id: form.late, gameId: id, playerId: actor.kind === 'player' ? actor.id : null };
  await insertPlay(ctx.db, play, at, async (trx) => {
    if (play.playerId !== null) await recordPlay(trx, { id: ctx.newId(), playerId: play.playerId, gameId: id, at });
  });
}

/**
 * Records plays that are over, all at once: each as recordOfflinePlay would, and the time that the player spent in the game. For the demo
 * world; it reads no plays that were recorded before, so the players must be new.
 */
export async function seedPlays(ctx: AppContext, actor: Actor, plays: readonly PastPlay[]): Promise<void> {
  authorize(actor, 'play:seed');
  await insertPastPlays(ctx.db, plays);
}

/** Refreshes the figures that lists sort by: plays of 30 days, and growth. */
export async function refreshAllPopularity(ctx: AppContext): Promise<void> {
  let after: string | null = '';
  while (after !== null) after = await refreshPopularity(ctx.db, after, REFRESHED_PER_TRANSACTION);
}

/**
 * The URL of a game's files, if the actor may play it.
 * @throws AppError 'not-found', 'age-required', 'not-available' (nothing to load), 'sign-in-required' or 'premium-required'.
 */
export async function getGameFiles(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<{ id: string; title: string; src: string; isPremium: boolean; isForEverybody: boolean }> {
  if (!gameIdSchema.safeParse(id).success) throw new AppError('not-found');
  const game = await findGameById(ctx.dataLoader, ctx.queryPrepared, id);
  if (!game) throw new AppError('not-found');
  authorize(actor, 'game:play', toAccess(game));
  const gameUrl = urlForAsset(ctx, game.game_url, ctx.config.gamesOrigin);
  if (gameUrl === null) throw new AppError('not-available');
  const isForEverybody = can(VISITOR, 'game:play', toAccess(game));
  const src =
    !isForEverybody && actor.kind === 'player' ? addTicket(ctx, gameUrl, createTicket(ctx.secret, game.id, actor.id, ctx.now())) : gameUrl;
  return { id: game.id, title: game.title, src, isPremium: game.is_premium, isForEverybody };
}

function toAccess({ is_premium, min_age }: Pick<GameRow, 'is_premium' | 'min_age'>) {
  return { isPremium: is_premium, minAge: min_age };
}

/** The actor of a player who is not there with a session, as far as games ask for it. */
async function getPlayActor(ctx: AppContext, id: string): Promise<Actor> {
  const [premium, band] = await Promise.all([hasPremium(ctx, id), findAgeBand(ctx.queryPrepared, id)]);
  return { kind: 'player', id, role: 'player', premium, ...(band !== undefined && { band }) };
}

/**
 * Handles an event of a play's game frame: it is still open ('beat') or was closed ('end'). While the site is read-only nothing is recorded, and
 * the game stays open.
 * @throws AppError 'not-found', 'bad-input', 'not-available' (the game was hidden, or is for older players now: the game player
 *   closes), 'premium-required' (premium ended meanwhile)
 */
export async function handlePlayEvent(ctx: AppContext, id: string, event: string | null): Promise<void> {
  if (!playIdSchema.safeParse(id).success) throw new AppError('not-found');
  if (event !== 'end' && event !== 'beat') throw new AppError('bad-input', 'event is beat or end');
  if (await isFeatureEnabled(ctx, 'read-only')) return;
  if (event === 'end') return endPlay(ctx.db, id);
  const play = await recordHeartbeat(ctx.db, id);
  if (play === null) throw new AppError('not-found');
  if (play.hidden) throw new AppError('not-available', 'the game is not there any more');
  const access = toAccess(play);
  if (can(VISITOR, 'game:play', access)) return;
  const player = play.player_id === null ? VISITOR : await getPlayActor(ctx, play.player_id);
  if (!can(player, 'game:view', access)) throw new AppError('not-available', 'the game is for older players');
  if (!can(player, 'game:play', access)) throw new AppError('premium-required');
}

/**
 * The one rule for serving a game's files: those of a free game for everyone to anybody; others only with a valid ticket of a player who may
 * play the game now, of an operator who tries it, or of the browser that checks it.
 * @param ticket from the URL, or null.
 */
export async function canServeFiles(ctx: AppContext, id: string, ticket: string | null): Promise<boolean> {
  const holder = ticket === null ? null : verifyTicket(ctx.secret, ticket, id, ctx.now());
  // Only the check of games makes such tickets.
  // Our own game is looked for like any other, so that whatever keeps a game from being served keeps it, too.
  if (holder === ROBOT)
    return ctx.cached(`check of ${id}`, 2_000, async () => (await isThere(ctx.queryPrepared, id)) || id === CONTROL_GAME);
  const operatorId = holder === null ? null : getPreviewOperator(holder);
  // Only an operator's page makes such tickets; whoever is no operator any more has lost the preview too.
  if (operatorId !== null)
    return ctx.cached(`preview of ${id} by ${operatorId}`, 2_000, () => isPreviewed(ctx.queryPrepared, id, operatorId));
  const game = await findVisibleGame(ctx, id);
  if (!game) return false;
  if (can(VISITOR, 'game:play', toAccess(game))) return true;
  if (holder === null) return false;
  const player = await ctx.cached(`rights to games of ${holder}`, 2_000, () => getPlayActor(ctx, holder));
  return can(player, 'game:play', toAccess(game));
}

/**
 * Whether a stored file is an image of a visible game. Whoever knows its address may see it: it has a hash of the image's content in it, and
 * only those who see the game learn it.
 */
export async function canServeImage(ctx: AppContext, file: string): Promise<boolean> {
  const [folder, id = ''] = file.split('/');
  const game = folder === 'games' ? await findVisibleGame(ctx, id) : null;
  return game !== null && (game.picture === file || game.assets.includes(file));
}

async function findVisibleGame(ctx: AppContext, id: string) {
  if (!gameIdSchema.safeParse(id).success) return null;
  return ctx.cached(`files of ${id}`, 2_000, async () => (await findGameById(ctx.dataLoader, ctx.queryPrepared, id)) ?? null);
}

/**
 * The URL at which an operator tries a game, also a hidden one: for some hours, and nothing is counted as a play. Null if nothing can be loaded.
 * @param gameUrl as it is stored
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export function getPreviewUrl(ctx: AppContext, actor: Actor, id: string, gameUrl: string | null): string | null {
  authorize(actor, 'catalogue:edit');
  const url = urlForAsset(ctx, gameUrl, ctx.config.gamesOrigin);
  if (url === null || actor.kind !== 'player') return null;
  return addTicket(ctx, url, createPreviewTicket(ctx.secret, id, actor.id, ctx.now()));
}

/**
 * The URL at which the browser that checks games opens one, for some minutes; nothing is counted as a play.
 * @param gameUrl as it is stored: files of ours
 * @throws AppError 'not-allowed'
 */
export function getRobotUrl(ctx: AppContext, actor: Actor, id: string, gameUrl: string): string {
  authorize(actor, 'game-check:run');
  return addTicket(ctx, `${ctx.config.gamesOrigin}/${gameUrl}`, createRobotTicket(ctx.secret, id, ctx.now()));
}

/** Turns 'games/…' on the games' origin into 't/<ticket>/games/…'. Games on other hosts control access themselves. */
function addTicket(ctx: AppContext, gameUrl: string, ticket: string): string {
  const gamesOrigin = `${ctx.config.gamesOrigin}/`;
  return gameUrl.startsWith(gamesOrigin) ? `${gamesOrigin}t/${ticket}/${gameUrl.slice(gamesOrigin.length)}` : gameUrl;
}
