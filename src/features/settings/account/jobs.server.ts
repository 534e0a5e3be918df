import type { AppContext } from '../../../context.server.ts';
import { deleteExpiredEmailChanges, deleteFormerNames } from './queries.server.ts';
import { getFormerNamesEnd } from './rules.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const accountSettingsJobs = [
  {
    name: 'settings.delete-expired-email-changes',
    cron: '41 * * * *',
    run: (ctx: AppContext) => deleteExpiredEmailChanges(ctx.db, ctx.now()),
  },
  {
    name: 'settings.delete-former-names',
    cron: '47 2 * * *',
    run: (ctx: AppContext) => deleteFormerNames(ctx.db, getFormerNamesEnd(ctx.now())),
  },
];
