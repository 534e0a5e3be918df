import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { tellPlayers } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const announcementJobs = [
  { name: 'announcements.tell-players', cron: '* * * * *', run: (ctx: AppContext) => tellPlayers(ctx, SYSTEM) },
];
