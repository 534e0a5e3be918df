import type { AppContext } from '../../context.server.ts';
import { stopCardJob } from './renewals/service.server.ts';
import { deleteOldEvents, reconcilePayments } from './reconciliation/service.server.ts';
import { processEventJob } from './webhooks/service.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const paymentsScheduledJobs = [
  { name: 'payments.sweep', cron: '* * * * *', run: (ctx: AppContext) => reconcilePayments(ctx) },
  { name: 'payments.forget', cron: '29 3 * * *', run: (ctx: AppContext) => deleteOldEvents(ctx) },
];

/** Work that somebody asked for. */
export const paymentsQueuedJobs = [processEventJob, stopCardJob];
