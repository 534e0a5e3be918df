import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { fetchSettlements, fetchSettlementsJob } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Kenya is 3 hours ahead all year: at 07:30 for the morning's look, and at 15:30 once more. */
export const settlementsJobs = [
  { name: 'payments.fetch-settlements', cron: '30 4,12 * * *', run: (ctx: AppContext) => fetchSettlements(ctx, SYSTEM) },
];

/** Queued jobs of this feature. */
export const settlementsQueuedJobs = [fetchSettlementsJob];
