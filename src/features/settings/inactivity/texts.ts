import { formatLongDate, getCalendarDay } from '../../../shared/date-format.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { INACTIVE_MONTHS } from './rules.ts';

/** What the warning says about the account. `lastDay`: ISO, a time on the last day on which a visit keeps it. */
type Warning = { username: string; lastDay: string; kiddocash: number; isBanned: boolean };
type Urls = { login: string; contact: string };
/** `page`: where the guardian changes what they chose; null: we never sent them a link. */
type GuardianUrls = Urls & { page: string | null };
type GuardianWarning = EmailContent & { language: 'en' | 'sw' };

const SWAHILI_MONTHS = 'Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba'.split(' ');

/** The day of a time in Nairobi, in Kiswahili: '4 Desemba 2026'. */
function writeSwahiliDay(iso: string): string {
  const [year, month, day] = getCalendarDay(new Date(iso), 'Africa/Nairobi').split('-');
  return `${Number(day)} ${SWAHILI_MONTHS[Number(month) - 1]} ${year}`;
}

/** Emails about accounts that nobody uses. */
export const emailTemplates = {
  warning(to: string, { username, lastDay, kiddocash, isBanned }: Warning, urls: Urls): EmailContent {
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
  /** To the guardian who agreed, in their language. */
  guardianWarning: {
    en(to: string, { username, lastDay, kiddocash, isBanned }: Warning, urls: GuardianUrls): GuardianWarning {
      const day = formatLongDate(lastDay);
      const coins = kiddocash === 0 ? '' : ` So are its ${formatNumber(kiddocash)} kiddocash: they are not paid out.`;
      return {
        to,
        language: 'en',
        subject: `The Kiddo account @${username} will be deleted`,
        heading: `Nobody has used @${username} for ${INACTIVE_MONTHS} months`,
        paragraphs: [
          'You agreed for this player, as parent or guardian. We do not keep what nobody uses. So we will delete the account.',
          isBanned
            ? `It is banned, so nobody can use it. If you think that this is wrong, write to us by ${day}. Logging in with the right password by then keeps the account too, but it stays banned.`
            : `Does the child want to keep it? Then let the child log in by ${day}. That is all, and everything stays as it is, also what you chose.`,
          `After ${day} it is gone for ever: its names, friends, chats, favorites, history, avatar and items.${coins} Your address and what you chose go with it. We cannot bring anything back.`,
          'Is our team looking at a report about it on that day, or does a mute or ban end later? Then it is deleted when that is over.',
        ],
        button: isBanned ? { label: 'Write to us', url: urls.contact } : { label: 'Log In', url: urls.login },
        notes: [
          ...(isBanned
            ? []
            : ['The password is forgotten? Choose "Forgot your password?" on that page: our mail goes to the address of the account.']),
          'Nobody wants the account any more? Then do nothing.',
          'The player gets a mail about it too.',
          ...(urls.page === null ? [] : [`You can change what you chose, or take it back, here: ${urls.page}`]),
          'What was paid stays in our books without a name, as the law asks.',
        ],
      };
    },
    sw(to: string, { username, lastDay, kiddocash, isBanned }: Warning, urls: GuardianUrls): GuardianWarning {
      const day = writeSwahiliDay(lastDay);
      const coins = kiddocash === 0 ? '' : ` Kiddocash zake ${formatNumber(kiddocash)} zitapotea pia: hazirudishwi kwa pesa.`;
      return {
        to,
        language: 'sw',
        subject: `Akaunti ya Kiddo @${username} itafutwa`,
        heading: `Hakuna aliyetumia @${username} kwa miezi ${INACTIVE_MONTHS}`,
        paragraphs: [
          'Ulimpa mchezaji huyu ruhusa, kama mzazi au mlezi wake. Hatuhifadhi kitu ambacho hakuna anayekitumia. Kwa hiyo tutaifuta akaunti hii.',
          isBanned
            ? `Imefungiwa, kwa hiyo hakuna anayeweza kuitumia. Ukiona kwamba hilo si sawa, tuandikie kufikia tarehe ${day}. Mtu akiingiza nenosiri sahihi kufikia siku hiyo, akaunti haitafutwa, lakini itabaki imefungiwa.`
            : `Je, mtoto anataka kuendelea nayo? Basi aingie kwenye akaunti kufikia tarehe ${day}. Hilo linatosha, na kila kitu kitabaki kama kilivyo, pamoja na ulichochagua.`,
          `Baada ya tarehe ${day} akaunti haitakuwepo tena: majina yake, marafiki, mazungumzo, michezo aliyoipenda, historia, avatar na vitu vyake.${coins} Anwani yako na ulichochagua vitafutwa pamoja nayo. Hatuwezi kurudisha chochote.`,
          'Ikiwa siku hiyo timu yetu bado inaangalia ripoti kuhusu akaunti hii, au adhabu ya muda inaisha baadaye, itafutwa hayo yakiisha.',
        ],
        button: isBanned ? { label: 'Tuandikie', url: urls.contact } : { label: 'Ingia', url: urls.login },
        notes: [
          ...(isBanned
            ? []
            : [
                'Nenosiri limesahaulika? Chagua "Forgot your password?" kwenye ukurasa huo: barua pepe yetu itaenda kwa anwani ya akaunti.',
              ]),
          'Hakuna anayetaka akaunti hii tena? Basi usifanye chochote.',
          'Mchezaji anapata barua pepe kuhusu hili pia.',
          ...(urls.page === null ? [] : [`Unaweza kubadilisha ulichochagua, au kuondoa ruhusa, hapa: ${urls.page}?lang=sw`]),
          'Yaliyolipwa yanabaki katika hesabu zetu bila jina, kama sheria inavyotaka.',
        ],
      };
    },
  },
};
