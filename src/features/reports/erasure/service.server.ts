import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { eraseFromReports } from './queries.server.ts';

/** Reports of games are retained without the player. */
export const reportsEraser: Eraser<AppContext> = {
  retainedTables: { reports: 'What is wrong with a game stays wrong; the description loses the player.' },
  eraseRows: (_ctx, trx, who) => eraseFromReports(trx, who),
};
