import type { AppContext } from '../../../context.server.ts';
import { deleteStaleGameFrames } from '../audience/queries.server.ts';
import { refreshPopularity } from './queries.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). Each may run twice without harm. */
export const playsJobs = [
  { name: 'plays.popularity', cron: '*/10 * * * *', run: (ctx: AppContext) => refreshAll(ctx) },
  { name: 'plays.sweep-viewers', cron: '* * * * *', run: (ctx: AppContext) => deleteStaleGameFrames(ctx.db) },
];

/** Games written in one go: a transaction stays short, so that an import waits for a moment only. */
const BATCH = 1000;

async function refreshAll(ctx: AppContext): Promise<void> {
  let after: string | null = '';
  while (after !== null) after = await refreshPopularity(ctx.db, after, BATCH);
}
