import type { AppContext } from '../../context.server.ts';
import { deleteOlderThan } from './queries.server.ts';
import { RETENTION_DAYS } from './rules.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const notificationsJobs = [
  {
    name: 'notifications.delete-old',
    cron: '41 3 * * *',
    run: (ctx: AppContext) => deleteOlderThan(ctx.db, new Date(ctx.now().getTime() - RETENTION_DAYS * 86_400_000)),
  },
];
