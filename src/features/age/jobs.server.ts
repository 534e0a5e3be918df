import type { AppContext } from '../../context.server.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { moveBands } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC): every hour, so that a month that begins in Nairobi is noticed soon. */
export const ageJobs = [{ name: 'age.move-bands', cron: '4 * * * *', run: (ctx: AppContext) => moveBands(ctx, SYSTEM) }];
