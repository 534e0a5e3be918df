import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** The player's sanctions are deleted. */
export const moderationEraser: Eraser<AppContext> = {
  deletedTables: ['sanctions'],
};
