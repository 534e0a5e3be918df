import { mailUnread } from './service.server.ts';

/** Work of this feature that runs by the clock (cron, UTC). */
export const mailsJobs = [{ name: 'settings.mails', cron: '* * * * *', run: mailUnread }];
