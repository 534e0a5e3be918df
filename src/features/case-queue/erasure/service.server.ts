import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { deleteTracesOfCase } from './queries.server.ts';

/** What a member of the team had taken, left and chosen is deleted, and what is left of the case about a player. */
export const caseQueueEraser: Eraser<AppContext> = {
  deletedTables: ['case_assignments', 'case_leaves', 'case_alert_settings'],
  eraseRows: (_ctx, trx, who) => deleteTracesOfCase(trx, who.id),
};
