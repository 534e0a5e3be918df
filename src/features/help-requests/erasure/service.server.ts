import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { eraseFromHelpRequests } from './queries.server.ts';

/** Requests are deleted with the player. Of a case that is for the police they were copied before (moderation/retention). */
export const helpRequestsEraser: Eraser<AppContext> = {
  deletedTables: ['help_requests'],
  eraseRows: (_ctx, trx, who) => eraseFromHelpRequests(trx, who),
};
