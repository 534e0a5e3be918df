import type { AppContext } from '../../../context.server.ts';
import { deleteStaleGameFrames } from '../audience/queries.server.ts';
import { refreshPopularity } from './queries.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const playsJobs = [
  { name: 'plays.refresh-popularity', cron: '*/10 * * * *', run: (ctx: AppContext) => refreshAll(ctx) },
  { name: 'plays.delete-inactive', cron: '* * * * *', run: (ctx: AppContext) => deleteStaleGameFrames(ctx.db) },
];

/** Games updated per transaction: short transactions, so that an import waits only briefly for the lock. */
const BATCH = 1000;

async function refreshAll(ctx: AppContext): Promise<void> {
  let after: string | null = '';
  while (after !== null) after = await refreshPopularity(ctx.db, after, BATCH);
}
