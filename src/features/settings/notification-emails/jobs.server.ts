import { sendUnreadDigests } from './service.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const notificationEmailJobs = [{ name: 'settings.mails', cron: '* * * * *', run: sendUnreadDigests }];
