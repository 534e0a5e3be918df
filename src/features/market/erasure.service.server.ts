import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** What the player owns is deleted. */
export const marketEraser: Eraser<AppContext> = {
  deletedTables: ['inventory'],
};
