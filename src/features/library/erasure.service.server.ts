import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** The player's favorites and ratings are deleted. */
export const libraryEraser: Eraser<AppContext> = {
  deletedTables: ['favorites', 'ratings'],
};
