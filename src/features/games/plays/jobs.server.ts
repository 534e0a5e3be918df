import type { AppContext } from '../../../context.server.ts';
import { deleteStaleGameFrames } from '../audience/queries.server.ts';
import { refreshAllPopularity } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const playsJobs = [
  { name: 'plays.refresh-popularity', cron: '*/10 * * * *', run: (ctx: AppContext) => refreshAllPopularity(ctx) },
  { name: 'plays.delete-inactive', cron: '* * * * *', run: (ctx: AppContext) => deleteStaleGameFrames(ctx.db) },
];
