import type { AppContext } from '../../../context.server.ts';
import { beginGeneration, publishGeneration, writeSortKeys } from './queries.server.ts';
import { ORDER_MINUTES_MIN } from './rules.ts';

/** Games per transaction: short transactions, so that an import waits only briefly for the lock. */
const BATCH = 5000;

/**
 * Sorts popular lists by the newest figures, unless that was done within the last ORDER_MINUTES_MIN minutes. Lists that are open keep their
 * order until the time after this (docs/decisions/039). Called by the job, and by the demo world once its plays are there.
 */
export async function refreshPopularOrder(ctx: AppContext): Promise<void> {
  const generation = await beginGeneration(ctx.db, new Date(ctx.now().getTime() - ORDER_MINUTES_MIN * 60_000));
  if (generation === null) return;
  let after: string | null = '';
  while (after !== null) after = await writeSortKeys(ctx.db, generation, after, BATCH);
  await publishGeneration(ctx.db, generation, ctx.now());
}
