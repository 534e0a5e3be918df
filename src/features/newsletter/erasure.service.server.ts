import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';
import { eraseReader } from './service.server.ts';

/** The player's subscription is deleted, by address: readers are no players. */
export const newsletterEraser: Eraser<AppContext> = {
  eraseRows: (ctx, trx, who) => eraseReader(ctx, trx, who.email),
};
