import type { AppContext } from '../../../context.server.ts';
import { deleteOldPicks } from './queries.server.ts';
import { KEPT_HOURS } from './rules.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const picksJobs = [
  {
    name: 'picks.sweep',
    cron: '23 * * * *',
    run: (ctx: AppContext) => deleteOldPicks(ctx.db, new Date(ctx.now().getTime() - KEPT_HOURS * 3_600_000)),
  },
];
