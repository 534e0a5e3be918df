import type { AppContext } from '../../context.server.ts';
import { DECLINE_COOLDOWN_DAYS } from './limits/rules.ts';
import { deleteDeclinesBefore } from './queries.server.ts';
import { reconcilePresence } from './service.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const friendsJobs = [
  // Who went with a process that died has told nobody.
  { name: 'friends.presence', cron: '* * * * *', run: reconcilePresence },
  {
    name: 'friends.declines',
    cron: '23 3 * * *',
    run: (ctx: AppContext) => deleteDeclinesBefore(ctx.db, new Date(ctx.now().getTime() - DECLINE_COOLDOWN_DAYS * 86_400_000)),
  },
];
