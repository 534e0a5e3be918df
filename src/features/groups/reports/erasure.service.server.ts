import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { eraseFromGroupReports } from './queries.server.ts';

/** Reports about groups are retained without the player. */
export const groupReportsEraser: Eraser<AppContext> = {
  retainedTables: { group_reports: 'The safety of others: the report stays while the group does; the description loses the player.' },
  eraseRows: (_ctx, trx, who) => eraseFromGroupReports(trx, who),
};
