import type { AppContext } from '../../context.server.ts';
import { logAuditHead } from './chain/service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const auditLogJobs = [{ name: 'audit-log.log-head', cron: '35 1 * * *', run: (ctx: AppContext) => logAuditHead(ctx) }];
