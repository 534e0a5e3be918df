import type { AppContext } from '../../context.server.ts';
import { deleteExpiredAccountData } from './queries.server.ts';
import { UNCONFIRMED_DAYS } from './rules.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const accountsJobs = [
  {
    name: 'accounts.delete-expired',
    cron: '17 * * * *',
    run: (ctx: AppContext) => deleteExpiredAccountData(ctx.db, ctx.now(), new Date(ctx.now().getTime() - UNCONFIRMED_DAYS * 86_400_000)),
  },
];
