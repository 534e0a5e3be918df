import type { AppContext } from '../../context.server.ts';
import { deliverPushJob, dispatchPushesJob } from './delivery/service.server.ts';
import { deleteThrottles } from './delivery/queries.server.ts';
import { THROTTLE_RETENTION_HOURS } from './delivery/rules.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const pushJobs = [
  {
    name: 'push.delete-old-throttles',
    cron: '51 * * * *',
    run: (ctx: AppContext) => deleteThrottles(ctx.db, new Date(ctx.now().getTime() - THROTTLE_RETENTION_HOURS * 3_600_000)),
  },
];

/** Queued jobs. */
export const pushQueuedJobs = [dispatchPushesJob, deliverPushJob];
