import { sendUnreadDigests } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const notificationEmailJobs = [{ name: 'settings.send-digests', cron: '* * * * *', run: sendUnreadDigests }];
