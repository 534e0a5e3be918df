import { formatLongDate } from '../../../shared/date-format.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { INACTIVE_MONTHS } from './rules.ts';

/** What the warning says about the account. `until`: ISO. */
type Warning = { username: string; until: string; kiddocash: number; isBanned: boolean };

/** Emails about accounts that nobody uses. */
export const emailTemplates = {
  warning(to: string, { username, until, kiddocash, isBanned }: Warning, urls: { login: string; contact: string }): EmailContent {
    const day = formatLongDate(until);
    const coins = kiddocash === 0 ? '' : ` So are its ${formatNumber(kiddocash)} kiddocash: they are not paid out.`;
    return {
      to,
      subject: 'Your Kiddo account will be deleted. Do you want to keep it?',
      heading: `Nobody has used @${username} for ${INACTIVE_MONTHS} months`,
      paragraphs: [
        'We do not keep what nobody uses. So we will delete this account.',
        isBanned
          ? `It is banned, so nobody can use it. If you think that this is wrong, write to us by ${day}.`
          : `Do you want to keep it? Log in by ${day}. That is all, and everything stays as it is.`,
        `After ${day} it is gone for ever: its names, friends, chats, favorites, history, avatar and items.${coins} We cannot bring anything back.`,
        'If our team is looking at a report about it on that day, it is deleted when that is over.',
      ],
      button: isBanned ? { label: 'Write to us', url: urls.contact } : { label: 'Keep my account', url: urls.login },
      notes: [
        ...(isBanned ? [] : ['You do not know the password any more? Choose "Forgot your password?" on that page.']),
        'You do not want the account any more? Then you need do nothing.',
        'What was paid stays in our books without your name, as the law asks.',
      ],
    };
  },
};
