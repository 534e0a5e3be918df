import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { eraseFromAuditLog } from './queries.server.ts';

/** The audit log is retained without the player. */
export const auditLogEraser: Eraser<AppContext> = {
  eraseRows: (_ctx, trx, who) => eraseFromAuditLog(trx, who),
};
