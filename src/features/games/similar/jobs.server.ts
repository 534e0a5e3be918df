import { countAllCoPlays } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const similarGamesJobs = [{ name: 'games.count-co-plays', cron: '40 */6 * * *', run: countAllCoPlays }];
