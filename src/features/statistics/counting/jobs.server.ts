import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { countFigures, deleteOldFigures } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const statisticsJobs = [
  { name: 'statistics.count-figures', cron: '*/10 * * * *', run: (ctx: AppContext) => countFigures(ctx, SYSTEM) },
  { name: 'statistics.delete-old', cron: '20 1 * * *', run: (ctx: AppContext) => deleteOldFigures(ctx, SYSTEM) },
];
