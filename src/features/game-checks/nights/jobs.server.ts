import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { deleteOldNights, runChecks } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const gameCheckJobs = [
  { name: 'game-checks.run', cron: '* * * * *', run: (ctx: AppContext) => runChecks(ctx, SYSTEM) },
  { name: 'game-checks.delete-old', cron: '45 3 * * *', run: (ctx: AppContext) => deleteOldNights(ctx) },
];
