import { refreshPopularOrder } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const popularOrderJobs = [{ name: 'games.refresh-popular-order', cron: '7 * * * *', run: refreshPopularOrder }];
