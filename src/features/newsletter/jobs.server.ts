import type { AppContext } from '../../context.server.ts';
import { deleteExpiredReaders } from './service.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const newsletterJobs = [{ name: 'newsletter.sweep', cron: '*/10 * * * *', run: (ctx: AppContext) => deleteExpiredReaders(ctx) }];
