import type { Context } from '../../../context.server.ts';
import { sweepViewers } from '../audience/queries.server.ts';
import { refreshPopularity } from './queries.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). Each may run twice without harm. */
export const playsJobs = [
  { name: 'plays.popularity', cron: '*/10 * * * *', run: (ctx: Context) => refreshPopularity(ctx.db) },
  { name: 'plays.sweep-viewers', cron: '* * * * *', run: (ctx: Context) => sweepViewers(ctx.db) },
];
