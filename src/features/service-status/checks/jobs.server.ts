import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { checkParts, deleteOldChecks } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const statusJobs = [
  { name: 'service-status.check', cron: '* * * * *', run: (ctx: AppContext) => checkParts(ctx, SYSTEM) },
  { name: 'service-status.delete-old', cron: '25 1 * * *', run: (ctx: AppContext) => deleteOldChecks(ctx) },
];
