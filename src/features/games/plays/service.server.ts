import { z } from 'zod';
import type { Context } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { removeViewer, touchViewer } from '../audience/queries.server.ts';
import { gameById } from '../catalogue/queries.server.ts';
import { gameId } from '../catalogue/schema.ts';
import { addressOf } from '../catalogue/service.server.ts';
import { insertPlay } from './queries.server.ts';
import { isTicketGood, makeTicket } from './rules.ts';
import type { PlayStart } from './schema.ts';

const playId = z.uuid();

/**
 * Opens a game for playing and counts the play.
 * @throws Refusal 'not-found', 'not-available' (nothing to load), 'sign-in-required' or 'premium-required'.
 */
export async function startPlay(ctx: Context, actor: Actor, id: string): Promise<PlayStart> {
  if (!gameId.safeParse(id).success) throw new Refusal('not-found');
  const game = await gameById(ctx.batched, ctx.prepared, id);
  if (!game) throw new Refusal('not-found');
  authorize(actor, 'game:play', { isPremium: game.is_premium });
  const frame = addressOf(ctx, game.game_url, ctx.config.gamesOrigin);
  if (frame === null) throw new Refusal('not-available');
  const play = { id: ctx.newId(), gameId: game.id, playerId: actor.kind === 'player' ? actor.id : null };
  await insertPlay(ctx.db, play);
  return { playId: play.id, src: game.is_premium ? ticketed(ctx, game.id, frame) : frame };
}

/** The viewer of a play is still open ('beat') or was closed ('end'). @throws Refusal 'not-found', 'bad-input'. */
export async function reportPlay(ctx: Context, id: string, event: string | null): Promise<void> {
  if (!playId.safeParse(id).success) throw new Refusal('not-found');
  if (event === 'end') return removeViewer(ctx.db, id);
  if (event !== 'beat') throw new Refusal('bad-input', 'event is beat or end');
  if (!(await touchViewer(ctx.db, id))) throw new Refusal('not-found');
}

/**
 * The one rule for handing out a game's files: a free game's to anybody, a premium game's to who holds its ticket.
 * @param ticket what stands in the address, or null.
 */
export async function mayServeFiles(ctx: Context, id: string, ticket: string | null): Promise<boolean> {
  const game = await visibleGame(ctx, id);
  if (!game) return false;
  return !game.is_premium || (ticket !== null && isTicketGood(ctx.secret, ticket, id, ctx.now()));
}

/** Whether a stored file is a picture that a visible game shows of itself; these everybody may see. */
export async function mayServePicture(ctx: Context, file: string): Promise<boolean> {
  const [room, id = ''] = file.split('/');
  const game = room === 'games' ? await visibleGame(ctx, id) : null;
  return game !== null && (game.picture === file || game.assets.includes(file));
}

async function visibleGame(ctx: Context, id: string) {
  if (!gameId.safeParse(id).success) return null;
  return ctx.kept(`files of ${id}`, 2_000, async () => (await gameById(ctx.batched, ctx.prepared, id)) ?? null);
}

/** 'games/…' becomes 't/<ticket>/games/…' on the games' origin. Games of other hosts guard themselves. */
function ticketed(ctx: Context, id: string, frame: string): string {
  const own = `${ctx.config.gamesOrigin}/`;
  return frame.startsWith(own) ? `${own}t/${makeTicket(ctx.secret, id, ctx.now())}/${frame.slice(own.length)}` : frame;
}
