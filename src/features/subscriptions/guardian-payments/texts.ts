import { formatLocalDate } from '../../../shared/local-dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { EmailContent, EmailLanguage, EmailPart } from '../../mail/schema.ts';
import type { Price } from '../schema.ts';

/** What a guardian was asked to pay, and paid; `isHeld`: it brought nothing, and may be another sum. Times are ISO; `days` only for a plan. */
export type GuardianPayment = {
  reference: string;
  what: string;
  price: Price;
  at: string;
  days: { from: string; until: string } | null;
  isHeld: boolean;
};
/** Whom a mail goes to, for which player, and where they change what they allowed. */
type Addressee = { email: string; language: EmailLanguage; username: string; agreementUrl: string };

type Mail = (addressee: Addressee, payment: GuardianPayment, contact: string) => EmailPart & { subject: string };

const RECEIPT: Record<EmailLanguage, Mail> = {
  en: ({ username, agreementUrl }, { reference, what, price, at, days }, contact) => ({
    subject: `Receipt: ${what} for @${username} on Kiddo`,
    heading: 'Thank you for your payment',
    paragraphs: [
      `We received ${formatMoney(price)} on ${formatLocalDate(at, 'en')} for the player @${username}: ${what}.`,
      ...(days === null
        ? []
        : [
            `It is good from ${formatLocalDate(days.from, 'en')} to ${formatLocalDate(days.until, 'en')}. Then it ends by itself: nothing more is charged.`,
          ]),
      `The number of this payment is ${reference}. Questions about it? Write to us: ${contact}`,
    ],
    button: { label: 'Change what you allowed', url: agreementUrl },
    notes: [
      'Did you not pay this? Please write to us, and we look at it.',
      'The link in this mail is for you alone. Please do not pass it on: whoever has it can decide in your place.',
    ],
  }),
  sw: ({ username, agreementUrl }, { reference, what, price, at, days }, contact) => ({
    subject: `Risiti: ${what} kwa @${username} kwenye Kiddo`,
    heading: 'Asante kwa malipo yako',
    paragraphs: [
      `Tumepokea ${formatMoney(price)} tarehe ${formatLocalDate(at, 'sw')} kwa ajili ya mchezaji @${username}: ${what}.`,
      ...(days === null
        ? []
        : [
            `Inatumika kuanzia ${formatLocalDate(days.from, 'sw')} hadi ${formatLocalDate(days.until, 'sw')}. Kisha inaisha yenyewe: hakuna malipo mengine.`,
          ]),
      `Nambari ya malipo haya ni ${reference}. Una maswali? Tuandikie: ${contact}`,
    ],
    button: { label: 'Badilisha ulichoruhusu', url: `${agreementUrl}?lang=sw` },
    notes: [
      'Hukulipa hiki? Tafadhali tuandikie, nasi tutaangalia.',
      'Kiungo kilicho katika barua pepe hii ni chako peke yako. Tafadhali usimpe mtu mwingine: aliye nacho anaweza kuamua kwa niaba yako.',
    ],
  }),
};

const HELD: Record<EmailLanguage, Mail> = {
  en: ({ username, agreementUrl }, { reference, what, at }, contact) => ({
    subject: `We are looking at your payment for @${username} on Kiddo`,
    heading: 'We are looking at your payment',
    paragraphs: [
      `We received a payment on ${formatLocalDate(at, 'en')} for the player @${username}: ${what}. It did not bring anything, because something about it does not fit: it was paid a second time, or after you closed buying, or in another way than we asked.`,
      'Your money is not lost. Somebody of our team looks at it, and pays back what brought nothing.',
      `The number of this payment is ${reference}. Questions about it? Write to us: ${contact}`,
    ],
    button: { label: 'See what you allowed', url: agreementUrl },
    notes: ['The link in this mail is for you alone. Please do not pass it on: whoever has it can decide in your place.'],
  }),
  sw: ({ username, agreementUrl }, { reference, what, at }, contact) => ({
    subject: `Tunaangalia malipo yako ya @${username} kwenye Kiddo`,
    heading: 'Tunaangalia malipo yako',
    paragraphs: [
      `Tumepokea malipo tarehe ${formatLocalDate(at, 'sw')} kwa ajili ya mchezaji @${username}: ${what}. Hayajaleta chochote, kwa sababu kuna jambo lisilolingana: yalilipwa mara ya pili, au baada ya wewe kufunga ununuzi, au kwa njia tofauti na tuliyoomba.`,
      'Pesa zako hazijapotea. Mtu wa timu yetu anayaangalia, na anarudisha kilicholipwa bila kuleta chochote.',
      `Nambari ya malipo haya ni ${reference}. Una maswali? Tuandikie: ${contact}`,
    ],
    button: { label: 'Ona ulichoruhusu', url: `${agreementUrl}?lang=sw` },
    notes: [
      'Kiungo kilicho katika barua pepe hii ni chako peke yako. Tafadhali usimpe mtu mwingine: aliye nacho anaweza kuamua kwa niaba yako.',
    ],
  }),
};

const write =
  (mail: Record<EmailLanguage, Mail>) =>
  (addressee: Addressee, payment: GuardianPayment, contact: string): EmailContent => ({
    to: addressee.email,
    language: addressee.language,
    ...mail[addressee.language](addressee, payment, contact),
  });

/** Mails to a guardian about what they paid, in their language. */
export const emails = { receipt: write(RECEIPT), held: write(HELD) };
