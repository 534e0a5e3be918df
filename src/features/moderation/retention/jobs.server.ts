import type { AppContext } from '../../../context.server.ts';
import { deleteOldCases } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC): at night in Nairobi. */
export const retentionJobs = [{ name: 'moderation.delete-old-cases', cron: '20 1 * * *', run: (ctx: AppContext) => deleteOldCases(ctx) }];
