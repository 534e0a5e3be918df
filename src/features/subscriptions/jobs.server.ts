import type { AppContext } from '../../context.server.ts';
import { stopCardJob } from './renewals/service.server.ts';
import { deleteOldEvents, reconcilePayments } from './reconciliation/service.server.ts';
import { processEventJob } from './webhooks/service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const paymentsScheduledJobs = [
  { name: 'payments.sweep', cron: '* * * * *', run: (ctx: AppContext) => reconcilePayments(ctx) },
  { name: 'payments.forget', cron: '29 3 * * *', run: (ctx: AppContext) => deleteOldEvents(ctx) },
];

/** Queued jobs of this feature. */
export const paymentsQueuedJobs = [processEventJob, stopCardJob];
