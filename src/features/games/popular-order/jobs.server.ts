import type { AppContext } from '../../../context.server.ts';
import { beginGeneration, publishGeneration, writeSortKeys } from './queries.server.ts';
import { ORDER_MINUTES_MIN } from './rules.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const popularOrderJobs = [{ name: 'games.refresh-popular-order', cron: '7 * * * *', run: refreshPopularOrder }];

/** Games per transaction: short transactions, so that an import waits only briefly for the lock. */
const BATCH = 5000;

/** Sorts popular lists by the newest figures. Lists that are open keep their order until the time after this (docs/decisions/039). */
async function refreshPopularOrder(ctx: AppContext): Promise<void> {
  const generation = await beginGeneration(ctx.db, new Date(ctx.now().getTime() - ORDER_MINUTES_MIN * 60_000));
  if (generation === null) return;
  let after: string | null = '';
  while (after !== null) after = await writeSortKeys(ctx.db, generation, after, BATCH);
  await publishGeneration(ctx.db, generation, ctx.now());
}
