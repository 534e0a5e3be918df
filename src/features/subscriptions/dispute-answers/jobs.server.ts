import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { sendDisputeAlerts } from './alerts.service.server.ts';
import { sendDisputeAnswerJob, syncDisputes } from './sending.service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const disputesJobs = [
  { name: 'payments.sync-disputes', cron: '*/15 * * * *', run: (ctx: AppContext) => syncDisputes(ctx, SYSTEM) },
  { name: 'payments.send-dispute-alerts', cron: '*/5 * * * *', run: (ctx: AppContext) => sendDisputeAlerts(ctx, SYSTEM) },
];

/** Queued jobs of this feature. */
export const disputesQueuedJobs = [sendDisputeAnswerJob];
