import type { AppContext } from '../../context.server.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { sendGuardianMailJob } from './emails/service.server.ts';
import { deleteUnansweredRequests, sendConfirmations } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const guardianJobs = [
  { name: 'guardians.send-confirmations', cron: '*/5 * * * *', run: (ctx: AppContext) => sendConfirmations(ctx, SYSTEM) },
  { name: 'guardians.delete-unanswered', cron: '40 1 * * *', run: (ctx: AppContext) => deleteUnansweredRequests(ctx, SYSTEM) },
];

/** Queued jobs. */
export const guardianQueuedJobs = [sendGuardianMailJob];
