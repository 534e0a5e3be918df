import type { AppContext } from '../../context.server.ts';
import { stopJob } from './renewing/service.server.ts';
import { forgetEvents, sweepPayments } from './sweeping/service.server.ts';
import { workJob } from './webhooks/service.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const paymentsJobs = [
  { name: 'payments.sweep', cron: '* * * * *', run: (ctx: AppContext) => sweepPayments(ctx) },
  { name: 'payments.forget', cron: '29 3 * * *', run: (ctx: AppContext) => forgetEvents(ctx) },
];

/** Work that somebody asked for. */
export const paymentsQueued = [workJob, stopJob];
