import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { eraseFromNotifications } from './queries.server.ts';

/** The player's notifications are deleted, and the player is removed from those of others. */
export const notificationsEraser: Eraser<AppContext> = {
  deletedTables: ['notifications'],
  eraseRows: (_ctx, trx, who) => eraseFromNotifications(trx, who),
};
