import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** The player's recommendations are deleted. */
export const recommendationsEraser: Eraser<AppContext> = {
  deletedTables: ['recommendations'],
};
