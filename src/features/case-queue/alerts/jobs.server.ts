import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { callTeam, deleteOldAlerts, sendDigests } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Kenya is 3 hours ahead all year: the morning's mail comes at 07:00. */
export const caseAlertJobs = [
  { name: 'case-queue.send-alerts', cron: '* * * * *', run: (ctx: AppContext) => callTeam(ctx, SYSTEM) },
  { name: 'case-queue.send-digests', cron: '0 4 * * *', run: (ctx: AppContext) => sendDigests(ctx, SYSTEM) },
  { name: 'case-queue.delete-old-alerts', cron: '50 1 * * *', run: (ctx: AppContext) => deleteOldAlerts(ctx) },
];
