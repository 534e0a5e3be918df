import type { AppContext } from '../../context.server.ts';
import { deleteOlder } from './queries.server.ts';
import { KEPT_DAYS } from './rules.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const notificationsJobs = [
  {
    name: 'notifications.sweep',
    cron: '41 3 * * *',
    run: (ctx: AppContext) => deleteOlder(ctx.db, new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000)),
  },
];
