import { formatLongDate } from '../../../shared/date-format.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { INACTIVE_MONTHS } from './rules.ts';

/** What the warning says about the account. `lastDay`: ISO, a time on the last day on which a visit keeps it. */
type Warning = { username: string; lastDay: string; kiddocash: number; isBanned: boolean };

/** Emails about accounts that nobody uses. */
export const emailTemplates = {
  warning(to: string, { username, lastDay, kiddocash, isBanned }: Warning, urls: { login: string; contact: string }): EmailContent {
    const day = formatLongDate(lastDay);
    const coins = kiddocash === 0 ? '' : ` So are its ${formatNumber(kiddocash)} kiddocash: they are not paid out.`;
    return {
      to,
      subject: 'Your Kiddo account will be deleted. Do you want to keep it?',
      heading: `Nobody has used @${username} for ${INACTIVE_MONTHS} months`,
      paragraphs: [
        'We do not keep what nobody uses. So we will delete this account.',
        isBanned
          ? `It is banned, so nobody can use it. If you think that this is wrong, write to us by ${day}. Logging in with the right password by then keeps the account too, but it stays banned.`
          : `Do you want to keep it? Log in by ${day}. That is all, and everything stays as it is.`,
        `After ${day} it is gone for ever: its names, friends, chats, favorites, history, avatar and items.${coins} We cannot bring anything back.`,
        'Is our team looking at a report about it on that day, or does a mute or ban end later? Then it is deleted when that is over.',
      ],
      button: isBanned ? { label: 'Write to us', url: urls.contact } : { label: 'Keep my account', url: urls.login },
      notes: [
        ...(isBanned
          ? []
          : [
              'Forgot your password? Choose "Forgot your password?" on that page.',
              'Two-step sign-in, and no code? The right password is enough to keep the account.',
            ]),
        'You do not want the account any more? Then do nothing.',
        'What was paid stays in our books without your name, as the law asks.',
      ],
    };
  },
};
