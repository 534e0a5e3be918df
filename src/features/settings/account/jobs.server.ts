import type { AppContext } from '../../../context.server.ts';
import { deleteExpiredEmailChanges } from './queries.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const accountSettingsJobs = [
  {
    name: 'settings.delete-expired-email-changes',
    cron: '41 * * * *',
    run: (ctx: AppContext) => deleteExpiredEmailChanges(ctx.db, ctx.now()),
  },
];
