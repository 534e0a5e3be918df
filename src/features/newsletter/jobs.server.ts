import type { AppContext } from '../../context.server.ts';
import { deleteExpiredReaders } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const newsletterJobs = [
  { name: 'newsletter.delete-expired', cron: '*/10 * * * *', run: (ctx: AppContext) => deleteExpiredReaders(ctx) },
];
