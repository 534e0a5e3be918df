import type { AppContext } from '../../context.server.ts';
import { DECLINE_COOLDOWN_DAYS } from './rules.ts';
import { deleteDeclinesBefore } from './queries.server.ts';
import { reconcilePresence } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const friendsJobs = [
  // A process that crashed did not publish that its players went offline.
  { name: 'friends.reconcile-presence', cron: '* * * * *', run: reconcilePresence },
  {
    name: 'friends.delete-expired-declines',
    cron: '23 3 * * *',
    run: (ctx: AppContext) => deleteDeclinesBefore(ctx.db, new Date(ctx.now().getTime() - DECLINE_COOLDOWN_DAYS * 86_400_000)),
  },
];
