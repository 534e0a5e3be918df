import type { AppContext } from '../../context.server.ts';
import { deleteExpiredRecommendations } from './queries.server.ts';
import { RETENTION_HOURS } from './rules.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const recommendationJobs = [
  {
    name: 'recommendations.delete-old',
    cron: '23 * * * *',
    run: (ctx: AppContext) => deleteExpiredRecommendations(ctx.db, new Date(ctx.now().getTime() - RETENTION_HOURS * 3_600_000)),
  },
];
