import type { AppContext } from '../../context.server.ts';
import type { Actor } from '../../shared/permissions.ts';
import { getGameFiles } from '../games/plays/service.server.ts';
import type { OfflineGameSource } from './schema.ts';

/**
 * The URL of a game's files, for saving the game on a device or for checking whether a saved game may still be played. Counts no play.
 * @throws AppError 'not-found', 'age-required', 'not-available', 'sign-in-required' or 'premium-required'.
 */
export async function getOfflineGameSource(ctx: AppContext, actor: Actor, id: string): Promise<OfflineGameSource> {
  return getGameFiles(ctx, actor, id);
}
