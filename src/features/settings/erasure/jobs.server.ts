import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { eraseDueAccounts } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC): at night in Nairobi. */
export const erasureJobs = [
  { name: 'settings.erase-due-accounts', cron: '40 0 * * *', run: (ctx: AppContext) => eraseDueAccounts(ctx, SYSTEM) },
];
