import type { AppContext } from '../../../context.server.ts';
import { countCoPlays } from './queries.server.ts';
import { CO_PLAY_DAYS } from './rules.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const similarGamesJobs = [{ name: 'games.count-co-plays', cron: '40 */6 * * *', run: countAll }];

/** Games per transaction. */
const BATCH = 50;

async function countAll(ctx: AppContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - CO_PLAY_DAYS * 86_400_000);
  let after: string | null = '';
  while (after !== null) after = await countCoPlays(ctx.db, since, after, BATCH);
}
