import type { AppContext } from '../../context.server.ts';
import { deleteOldMessages } from './service.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const contactJobs = [{ name: 'contact.sweep', cron: '41 3 * * *', run: (ctx: AppContext) => deleteOldMessages(ctx) }];
