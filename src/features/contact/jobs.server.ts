import type { AppContext } from '../../context.server.ts';
import { deleteOldMessages } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const contactJobs = [{ name: 'contact.sweep', cron: '41 3 * * *', run: (ctx: AppContext) => deleteOldMessages(ctx) }];
