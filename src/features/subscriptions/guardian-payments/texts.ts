import { formatLocalDate } from '../../../shared/local-dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { EmailContent, EmailLanguage, EmailPart } from '../../mail/schema.ts';
import type { RefundCause } from '../refunds/schema.ts';
import type { Channel, Price } from '../schema.ts';

/** What a guardian was asked to pay, and paid; `isHeld`: it brought nothing, and may be another sum. Times are ISO; `days` only for a plan. */
export type GuardianPayment = {
  reference: string;
  what: string;
  price: Price;
  at: string;
  days: { from: string; until: string } | null;
  isHeld: boolean;
};
/**
 * What goes back of such a payment. `isHeld`: it had brought nothing. `paid` and `back`: null where we do not know what came in, such as other
 * money than was asked. `reason`: null if somebody sent it back at the provider.
 */
export type GuardianRefund = {
  reference: string;
  what: string;
  paid: Price | null;
  back: Price | null;
  paidAt: string;
  channel: Channel;
  isWhole: boolean;
  isHeld: boolean;
  reason: RefundCause | null;
};
/** Whom a mail goes to, for which player, and where they change what they allowed. */
type Addressee = { email: string; language: EmailLanguage; username: string; agreementUrl: string };

type Mail<About = GuardianPayment> = (addressee: Addressee, about: About, contact: string) => EmailPart & { subject: string };

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

const REASONS: Record<EmailLanguage, Record<RefundCause, string>> = {
  en: {
    asked: 'You, or the player, asked for it.',
    twice: 'It was paid twice.',
    mistake: 'It was paid by mistake.',
    'not-allowed': 'You do not allow this purchase.',
    problem: 'Something of ours did not work.',
    dispute: 'You asked your bank for the money.',
  },
  sw: {
    asked: 'Wewe, au mchezaji, mliomba hivyo.',
    twice: 'Yalilipwa mara mbili.',
    mistake: 'Yalilipwa kwa makosa.',
    'not-allowed': 'Huruhusu ununuzi huu.',
    problem: 'Kuna jambo kwetu ambalo halikufanya kazi.',
    dispute: 'Uliomba pesa hizi kwa benki yako.',
  },
};

const REFUND: Record<EmailLanguage, Mail<GuardianRefund>> = {
  en: ({ username, agreementUrl }, { reference, what, paid, back, paidAt, channel, isWhole, isHeld, reason }, contact) => ({
    subject: `Money back: ${what} for @${username} on Kiddo`,
    heading: isWhole ? 'Your payment goes back to you' : 'A part of your payment goes back to you',
    paragraphs: [
      `On ${formatLocalDate(paidAt, 'en')} you paid ${paid === null ? '' : `${formatMoney(paid)} `}for the player @${username}: ${what}.`,
      // A bank decides itself how much of a payment it takes back.
      reason === 'dispute'
        ? 'Your bank gives back what you asked it for. It decides how much and when: please ask your bank if you do not see it.'
        : `${back === null ? 'Your money' : formatMoney(back)} goes back to you, the way you paid: ${channel === 'card' ? 'to the card' : 'to the M-Pesa number'} that you used. It can take up to 10 working days until you see it.`,
      isHeld
        ? 'The payment had brought nothing, so nothing is taken away.'
        : isWhole
          ? 'What it bought is taken back as well.'
          : 'What it bought stays with the player.',
      ...(reason === null ? [] : [`Why: ${REASONS.en[reason]}`]),
      `The number of this payment is ${reference}. Questions, or you do not see the money? Write to us: ${contact}`,
    ],
    button: { label: 'See what you allowed', url: agreementUrl },
    notes: ['The link in this mail is for you alone. Please do not pass it on: whoever has it can decide in your place.'],
  }),
  sw: ({ username, agreementUrl }, { reference, what, paid, back, paidAt, channel, isWhole, isHeld, reason }, contact) => ({
    subject: `Pesa zinarudi: ${what} kwa @${username} kwenye Kiddo`,
    heading: isWhole ? 'Malipo yako yanarudishwa kwako' : 'Sehemu ya malipo yako inarudishwa kwako',
    paragraphs: [
      `Tarehe ${formatLocalDate(paidAt, 'sw')} ulilipa ${paid === null ? '' : `${formatMoney(paid)} `}kwa ajili ya mchezaji @${username}: ${what}.`,
      reason === 'dispute'
        ? 'Benki yako inakurudishia ulichoiomba. Benki ndiyo inayoamua kiasi na wakati: tafadhali iulize benki yako kama huzioni.'
        : `${back === null ? 'Pesa zako' : formatMoney(back)} zinarudi kwako kwa njia uliyolipia: ${channel === 'card' ? 'kwenye kadi' : 'kwenye nambari ya M-Pesa'} uliyotumia. Inaweza kuchukua hadi siku 10 za kazi kabla ya kuziona.`,
      isHeld
        ? 'Malipo hayo hayakuwa yameleta chochote, kwa hiyo hakuna kinachoondolewa.'
        : isWhole
          ? 'Kilichonunuliwa kinaondolewa pia.'
          : 'Kilichonunuliwa kinabaki kwa mchezaji.',
      ...(reason === null ? [] : [`Sababu: ${REASONS.sw[reason]}`]),
      `Nambari ya malipo haya ni ${reference}. Una maswali, au huzioni pesa? Tuandikie: ${contact}`,
    ],
    button: { label: 'Ona ulichoruhusu', url: `${agreementUrl}?lang=sw` },
    notes: [
      'Kiungo kilicho katika barua pepe hii ni chako peke yako. Tafadhali usimpe mtu mwingine: aliye nacho anaweza kuamua kwa niaba yako.',
    ],
  }),
};

const write =
  <About>(mail: Record<EmailLanguage, Mail<About>>) =>
  (addressee: Addressee, about: About, contact: string): EmailContent => ({
    to: addressee.email,
    language: addressee.language,
    ...mail[addressee.language](addressee, about, contact),
  });

/** Mails to a guardian about what they paid, in their language. */
export const emails = { receipt: write(RECEIPT), held: write(HELD), refund: write(REFUND) };
