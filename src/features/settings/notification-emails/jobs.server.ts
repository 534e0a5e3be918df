import { sendUnreadDigests } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC). */
export const notificationEmailJobs = [{ name: 'settings.mails', cron: '* * * * *', run: sendUnreadDigests }];
