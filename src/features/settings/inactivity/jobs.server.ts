import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { closeInactiveAccounts, sendInactivityWarningJob, warnInactivePlayers } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC): at night in Nairobi, closing before the erasure, which tries again what could not be erased. */
export const inactivityJobs = [
  { name: 'settings.close-inactive-accounts', cron: '30 0 * * *', run: (ctx: AppContext) => closeInactiveAccounts(ctx, SYSTEM) },
  { name: 'settings.warn-inactive-players', cron: '50 0 * * *', run: (ctx: AppContext) => warnInactivePlayers(ctx, SYSTEM) },
];

/** Queued jobs. */
export const inactivityQueuedJobs = [sendInactivityWarningJob];
