import type { AppContext } from '../../context.server.ts';
import { deleteOldMessages } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const contactJobs = [{ name: 'contact.delete-old', cron: '41 3 * * *', run: (ctx: AppContext) => deleteOldMessages(ctx) }];
