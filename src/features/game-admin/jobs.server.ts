import type { AppContext } from '../../context.server.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { updateFeatured } from './picks/service.server.ts';
import { DELETE_GAME_FILES } from './schema.ts';
import { deleteGameFiles } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const gameAdminJobs = [{ name: 'games.update-featured', cron: '* * * * *', run: (ctx: AppContext) => updateFeatured(ctx, SYSTEM) }];

/** Queued jobs. */
export const gameAdminQueuedJobs = [
  { ...DELETE_GAME_FILES, run: (ctx: AppContext, { gameId }: { gameId: string }) => deleteGameFiles(ctx, SYSTEM, gameId) },
];
