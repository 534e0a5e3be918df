import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { notifyPlayers } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). Running one twice does no harm. */
export const announcementJobs = [
  { name: 'announcements.notify-players', cron: '* * * * *', run: (ctx: AppContext) => notifyPlayers(ctx, SYSTEM) },
];
