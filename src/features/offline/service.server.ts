import type { AppContext } from '../../context.server.ts';
import type { Actor } from '../../shared/permissions.ts';
import { getGameFiles } from '../games/plays/service.server.ts';
import type { OfflineGameSource } from './schema.ts';

/**
 * Where the files are of a game that is to be kept on a device, or whether one that is kept may still be played: nothing is counted.
 * @throws AppError 'not-found', 'not-available', 'sign-in-required' or 'premium-required'.
 */
export async function getOfflineGameSource(ctx: AppContext, actor: Actor, id: string): Promise<OfflineGameSource> {
  const game = await getGameFiles(ctx, actor, id);
  return { id: game.id, title: game.title, src: game.src, isPremium: game.isPremium };
}
