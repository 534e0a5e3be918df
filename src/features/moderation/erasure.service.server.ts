import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';
import { retainCase } from './retention/service.server.ts';

/** The player's sanctions are deleted; what a case needs is copied before, without a reference to the player. */
export const moderationEraser: Eraser<AppContext> = {
  deletedTables: ['sanctions'],
  eraseRows: (ctx, trx, who) => retainCase(ctx, trx, who),
};
