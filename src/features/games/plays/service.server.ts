import { z } from 'zod';
import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { gameById } from '../catalogue/queries.server.ts';
import { gameId } from '../catalogue/schema.ts';
import { addressOf } from '../catalogue/service.server.ts';
import { recordPlay } from '../../library/queries.server.ts';
import { beatPlay, endPlay, insertPlay } from './queries.server.ts';
import { hasPremium } from '../../subscriptions/access/service.server.ts';
import { holderOf, LATE_DAYS, makeTicket } from './rules.ts';
import type { PlayStart } from './schema.ts';

const playId = z.uuid();

/**
 * Opens a game for playing and counts the play. @param given the play's id, made by the browser: so that it can tell of it again later
 * @throws Refusal 'not-found', 'not-available' (nothing to load), 'sign-in-required' or 'premium-required'.
 */
export async function startPlay(ctx: AppContext, actor: Actor, id: string, given: string | null = null): Promise<PlayStart> {
  const { src } = await placeOfFiles(ctx, actor, id);
  const play = { id: givenId(given) ?? ctx.newId(), gameId: id, playerId: actor.kind === 'player' ? actor.id : null };
  const isNew = await insertPlay(ctx.db, play, null, async (trx) => {
    if (play.playerId !== null) await recordPlay(trx, { id: ctx.newId(), playerId: play.playerId, gameId: id, at: ctx.now() });
  });
  if (!isNew) throw new AppError('bad-input', 'there is such a play already');
  return { playId: play.id, src };
}

/**
 * Counts a play that began without a network, once however often it is told. Nobody is in the game by it, and it counts as of when
 * it began: not in the future, and not before LATE_DAYS ago.
 * @throws Refusal 'not-found', 'not-available', 'sign-in-required', 'premium-required' or 'bad-input'.
 */
export async function countLatePlay(ctx: AppContext, actor: Actor, id: string, late: { id: string; at: number }): Promise<void> {
  await placeOfFiles(ctx, actor, id);
  if (givenId(late.id) === null || !Number.isFinite(late.at)) throw new AppError('bad-input');
  const now = ctx.now().getTime();
  const at = new Date(Math.min(Math.max(late.at, now - LATE_DAYS * 86_400_000), now));
  const play = { id: late.id, gameId: id, playerId: actor.kind === 'player' ? actor.id : null };
  await insertPlay(ctx.db, play, at, async (trx) => {
    if (play.playerId !== null) await recordPlay(trx, { id: ctx.newId(), playerId: play.playerId, gameId: id, at });
  });
}

function givenId(given: string | null): string | null {
  return playId.safeParse(given).success ? given : null;
}

/**
 * Where the files of a game are, for who may play it.
 * @throws Refusal 'not-found', 'not-available' (nothing to load), 'sign-in-required' or 'premium-required'.
 */
export async function placeOfFiles(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<{ id: string; title: string; src: string; isPremium: boolean }> {
  if (!gameId.safeParse(id).success) throw new AppError('not-found');
  const game = await gameById(ctx.dataLoader, ctx.queryPrepared, id);
  if (!game) throw new AppError('not-found');
  authorize(actor, 'game:play', { isPremium: game.is_premium });
  const frame = addressOf(ctx, game.game_url, ctx.config.gamesOrigin);
  if (frame === null) throw new AppError('not-available');
  const src = game.is_premium && actor.kind === 'player' ? ticketed(ctx, game.id, actor.id, frame) : frame;
  return { id: game.id, title: game.title, src, isPremium: game.is_premium };
}

/**
 * The viewer of a play is still open ('beat') or was closed ('end').
 * @throws Refusal 'not-found', 'bad-input', 'not-available' (the game was hidden: the viewer closes), 'premium-required' (premium
 * ended meanwhile)
 */
export async function reportPlay(ctx: AppContext, id: string, event: string | null): Promise<void> {
  if (!playId.safeParse(id).success) throw new AppError('not-found');
  if (event === 'end') return endPlay(ctx.db, id);
  if (event !== 'beat') throw new AppError('bad-input', 'event is beat or end');
  const play = await beatPlay(ctx.db, id);
  if (play === null) throw new AppError('not-found');
  if (play.hidden) throw new AppError('not-available', 'the game is not there any more');
  if (play.is_premium && (play.player_id === null || !(await hasPremium(ctx, play.player_id)))) throw new AppError('premium-required');
}

/**
 * The one rule for handing out a game's files: a free game's to anybody, a premium game's to who holds its ticket and has premium.
 * @param ticket what stands in the address, or null.
 */
export async function mayServeFiles(ctx: AppContext, id: string, ticket: string | null): Promise<boolean> {
  const game = await visibleGame(ctx, id);
  if (!game) return false;
  if (!game.is_premium) return true;
  const holder = ticket === null ? null : holderOf(ctx.secret, ticket, id, ctx.now());
  return holder !== null && ctx.cached(`premium of ${holder}`, 2_000, () => hasPremium(ctx, holder));
}

/** Whether a stored file is a picture that a visible game shows of itself; these everybody may see. */
export async function mayServePicture(ctx: AppContext, file: string): Promise<boolean> {
  const [room, id = ''] = file.split('/');
  const game = room === 'games' ? await visibleGame(ctx, id) : null;
  return game !== null && (game.picture === file || game.assets.includes(file));
}

async function visibleGame(ctx: AppContext, id: string) {
  if (!gameId.safeParse(id).success) return null;
  return ctx.cached(`files of ${id}`, 2_000, async () => (await gameById(ctx.dataLoader, ctx.queryPrepared, id)) ?? null);
}

/** 'games/…' becomes 't/<ticket>/games/…' on the games' origin. Games of other hosts guard themselves. */
function ticketed(ctx: AppContext, id: string, playerId: string, frame: string): string {
  const own = `${ctx.config.gamesOrigin}/`;
  return frame.startsWith(own) ? `${own}t/${makeTicket(ctx.secret, id, playerId, ctx.now())}/${frame.slice(own.length)}` : frame;
}
