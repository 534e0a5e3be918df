import { formatLocalDate } from '../../../shared/local-dates.ts';
import { formatKiddocash, formatMoney } from '../../../shared/money.ts';
import type { EmailContent, EmailLanguage, EmailPart } from '../../mail/schema.ts';
import { describeTiming } from './purchase.texts.ts';
import type { PurchaseItem, PurchaseTiming } from './schema.ts';

/** Whom the mail goes to, for which player, and where they change what they allowed. */
type Addressee = { email: string; language: EmailLanguage; username: string; agreementUrl: string };
/** What is asked for, and until when it can be paid (ISO). */
type Request = { item: PurchaseItem; timing: PurchaseTiming; expiresAt: string };
type Links = { pay: string; contact: string };

const PRICE = (item: PurchaseItem) => formatMoney({ minor: item.priceMinor, currency: 'KES' });

/** What is asked for, by its name and what it brings. */
const WHAT: Record<EmailLanguage, (item: PurchaseItem) => string> = {
  en: (item) => (item.kind === 'plan' ? `${item.name} for ${item.days} days` : `${formatKiddocash(item.kiddocash)} kiddocash`),
  sw: (item) => (item.kind === 'plan' ? `${item.name} kwa siku ${item.days}` : `kiddocash ${formatKiddocash(item.kiddocash)}`),
};

const REQUEST: Record<EmailLanguage, (addressee: Addressee, request: Request, links: Links) => EmailPart & { subject: string }> = {
  en: ({ username, agreementUrl }, { item, timing, expiresAt }, { pay, contact }) => ({
    subject: `@${username} asks you for ${WHAT.en(item)} on Kiddo`,
    heading: `@${username} asks for ${WHAT.en(item)}`,
    paragraphs: [
      `The player @${username} asks you to pay ${PRICE(item)}. Nothing is paid until you pay it.`,
      item.kind === 'plan'
        ? `It brings: ${[...item.features, ...(item.kiddocash > 0 ? [`${formatKiddocash(item.kiddocash)} kiddocash`] : [])].join(', ')}. After ${item.days} days it ends by itself: it never renews, by card either.`
        : 'Kiddocash buys things that the avatar wears. It is not money and cannot be paid out. This is paid once: it never renews.',
      ...describeTiming(timing, 'en'),
      'By the button you can pay from your own phone, by M-Pesa or by card, or say no with a word to the child. A no is fine.',
      `Change what you allowed, or take it back: ${agreementUrl}`,
      `Questions? Write to us: ${contact}`,
    ],
    button: { label: 'Pay, or say no', url: pay },
    notes: [
      `The button works once, until ${formatLocalDate(expiresAt, 'en')}. If you do nothing, nothing is paid.`,
      'The links in this mail are for you alone. Please do not pass it on: whoever has them can decide in your place.',
    ],
  }),
  sw: ({ username, agreementUrl }, { item, timing, expiresAt }, { pay, contact }) => ({
    subject: `@${username} anakuomba ${WHAT.sw(item)} kwenye Kiddo`,
    heading: `@${username} anaomba ${WHAT.sw(item)}`,
    paragraphs: [
      `Mchezaji @${username} anakuomba ulipe ${PRICE(item)}. Hakuna kinacholipwa hadi ulipe mwenyewe.`,
      item.kind === 'plan'
        ? `Inaleta (kwa Kiingereza): ${[...item.features, ...(item.kiddocash > 0 ? [`${formatKiddocash(item.kiddocash)} kiddocash`] : [])].join(', ')}. Baada ya siku ${item.days} inaisha yenyewe: hailipwi tena, hata kwa kadi.`
        : 'Kiddocash hununua vitu ambavyo avatar huvaa. Si pesa na haiwezi kubadilishwa kuwa pesa. Inalipwa mara moja tu.',
      ...describeTiming(timing, 'sw'),
      'Kwa kitufe hiki unaweza kulipa kutoka kwenye simu yako, kwa M-Pesa au kadi, au kukataa na kumwandikia mtoto neno. Kukataa ni sawa.',
      `Badilisha ulichoruhusu, au ondoa ruhusa: ${agreementUrl}?lang=sw`,
      `Una maswali? Tuandikie: ${contact}`,
    ],
    button: { label: 'Lipa, au kataa', url: `${pay}?lang=sw` },
    notes: [
      `Kitufe kinafanya kazi mara moja, hadi ${formatLocalDate(expiresAt, 'sw')}. Usipofanya chochote, hakuna kinacholipwa.`,
      'Viungo vilivyo katika barua pepe hii ni vyako peke yako. Tafadhali usimpe mtu mwingine: aliye navyo anaweza kuamua kwa niaba yako.',
    ],
  }),
};

/** Mails to a guardian who is asked to pay, in their language. */
export const emails = {
  request: (addressee: Addressee, request: Request, links: Links): EmailContent => ({
    to: addressee.email,
    language: addressee.language,
    ...REQUEST[addressee.language](addressee, request, links),
    until: request.expiresAt,
  }),
};
