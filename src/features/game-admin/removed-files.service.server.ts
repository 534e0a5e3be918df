import type { AppContext } from '../../context.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { DELETE_GAME_FILES } from './schema.ts';

/**
 * Refuses what came to a removed game. Files may have been stored for it after those of the game were deleted, so they are deleted again.
 * Only other services call this.
 * @throws AppError 'not-available', always
 */
export async function refuseRemoved(ctx: AppContext, gameId: string): Promise<never> {
  await ctx.db.transaction().execute((trx) => ctx.jobs.enqueue(DELETE_GAME_FILES, { gameId }, trx));
  throw new AppError('not-available', 'the game was removed');
}
