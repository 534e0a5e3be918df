import { formatKiddocash, formatMoney } from '../../../shared/money.ts';
import { formatDate } from '../../../shared/date-format.ts';
import { GUARDIAN_PATH } from '../../guardians/schema.ts';
import type { RefundCause, RefundReason } from '../refunds/schema.ts';
import type { Price } from '../schema.ts';

/** The payment data used in notifications and emails. */
export type PaidPayment = { reference: string; what: string; price: Price; at: string; from?: string; until?: string };
type Payer = { email: string; username: string };

const subscriptionPath = '/subscription';
const timeZoneNote = 'Days are those of Nairobi (East Africa Time).';
const unexpectedNote = 'If you did not expect this mail, answer nothing and look at your account on our site.';

/** All texts about plans and payments outside of pages: lists, notifications and emails. */
export const texts = {
  /** What was bought and truly paid, in the currency that was charged. */
  paidFor: (what: string, price: Price) => `${what} for ${formatMoney(price)}`,
  refunded: (price: Price) => `A payment of ${formatMoney(price)} was refunded`,
  won: (price: Price) => `A payment of ${formatMoney(price)} counts again`,
  /** The description that the payer sees at the provider. */
  charge: (what: string) => `Kiddo: ${what}`,
} as const;

/** Why money goes back, for the payer. */
export const refundReasons = {
  asked: 'You, or a parent or guardian, asked for it.',
  twice: 'It was paid twice.',
  mistake: 'It was paid by mistake.',
  'not-allowed': 'A parent or guardian does not allow it.',
  problem: 'Something of ours did not work.',
} satisfies Record<RefundReason, string>;

const refundCauses: Record<RefundCause, string> = { ...refundReasons, dispute: 'Whoever paid asked their bank for the money.' };

const toParagraphs = (reason: RefundCause | null) => (reason === null ? [] : [`Why: ${refundCauses[reason]}`]);

/** The contents of a pack, as shown on the wallet's statement. */
export function describeKiddocash(amount: number): string {
  return `${formatKiddocash(amount)} kiddocash`;
}

/**
 * What a payment is for.
 * @param given the name of the plan or pack
 */
export function describePayment(payment: { product: string }, given: { name: string }): string {
  if (payment.product === 'pack') return given.name;
  return payment.product === 'pass' ? `${given.name}, 30 days` : `${given.name}, monthly`;
}

const formatPeriod = ({ from, until }: PaidPayment) =>
  from && until ? ` It is good from ${formatDate(from)} to ${formatDate(until)}.` : '';

/** Texts of in-app notifications. */
export const notifications = {
  paid: (paid: PaidPayment) => ({ title: 'Thank you!', message: `${paid.what} is paid.${formatPeriod(paid)}` }),
  paidByGuardian: (paid: PaidPayment) => ({ title: 'Paid at home', message: `${paid.what} is paid.${formatPeriod(paid)} Say thank you!` }),
  heldFromGuardian: {
    title: 'We are looking at a payment',
    message: 'Somebody at home paid, and something about it does not fit. Nothing is lost: somebody of our team looks at it.',
  },
  held: {
    title: 'We are looking at a payment',
    message: 'Something about a payment does not fit. Nothing is lost: we look at it and write to you.',
  },
  disallowed: {
    title: 'A payment was not allowed',
    message: 'Your parent or guardian does not allow this, so it brings nothing. Somebody of our team pays it back.',
  },
  returned: { title: 'A payment goes back', message: 'Nothing was given for it, and the money goes back to who paid.' },
  taken: { title: 'A payment was taken back', message: 'The money goes back to who paid, and what it bought is gone.' },
  refundedInPart: (part: Price) => ({
    title: 'A part of a payment goes back',
    message: `${formatMoney(part)} goes back to who paid. What was bought stays yours.`,
  }),
  won: { title: 'A payment counts again', message: 'What it bought is yours again.' },
  cancelled: { title: 'Your subscription is cancelled', message: 'Premium has ended. You can subscribe again anytime.' },
  kiddocash: (plan: string, amount: number) => ({
    title: `${formatKiddocash(amount)} kiddocash for you`,
    message: `A new month of ${plan} has begun, and this comes with it.`,
  }),
  ended: (plan: string) => ({ title: `${plan} has ended`, message: 'Your paid days are over. You can subscribe again anytime.' }),
  passEnds: (plan: string, until: string) => ({
    title: `${plan} ends on ${formatDate(until)}`,
    message: 'Ask a parent to pay again. No day that you have is lost by it.',
  }),
  cardDue: (plan: string, at: string) => ({
    title: `${plan} renews on ${formatDate(at)}`,
    message: 'The card is charged then. You can switch Auto-renew off before.',
  }),
  chargeFailed: (plan: string, until: string | null) => ({
    title: 'The card could not be charged',
    message: `Ask a parent to look at the card${until ? ` by ${formatDate(until)}` : ''}, so that ${plan} goes on.`,
  }),
  notCovered: (plan: string, until: string | null) => ({
    title: `${plan} does not renew any more`,
    message: `The card is not charged again, because your parent or guardian has not allowed it.${until === null ? '' : ` You keep the days until ${formatDate(until)}.`}`,
  }),
  cardExpires: { title: 'The card ends soon', message: 'Ask a parent to put in a new card, so that the subscription goes on.' },
};

/** Emails to the payer. */
export const emails = {
  receipt: ({ email, username }: Payer, paid: PaidPayment, origin: string) => ({
    to: email,
    subject: `Receipt: ${paid.what}`,
    heading: 'Thank you for your payment',
    paragraphs: [
      `We received ${formatMoney(paid.price)} on ${formatDate(paid.at)} for ${paid.what}, for the player ${username}.${formatPeriod(paid)}`,
      `The number of this payment is ${paid.reference}.`,
    ],
    button: { label: 'See the receipt', url: `${origin}${subscriptionPath}/receipts/${paid.reference}` },
    notes: [timeZoneNote, unexpectedNote],
  }),
  taken: (
    { email, username }: Payer,
    { reference, price, reason }: Pick<PaidPayment, 'reference' | 'price'> & { reason: RefundCause | null },
    origin: string,
  ) => ({
    to: email,
    subject: 'A payment was taken back',
    heading: 'A payment was taken back',
    paragraphs: [
      `Payment ${reference} of ${formatMoney(price)} for the player ${username} goes back to who paid. What it bought is taken back as well.`,
      'Kiddocash that is already spent stays spent: we only take what is still there.',
      ...toParagraphs(reason),
    ],
    button: { label: 'See your payments', url: `${origin}${subscriptionPath}` },
    notes: [timeZoneNote, unexpectedNote],
  }),
  refundedInPart: (
    { email, username }: Payer,
    { reference, price, part, reason }: Pick<PaidPayment, 'reference' | 'price'> & { part: Price; reason: RefundCause | null },
    origin: string,
  ) => ({
    to: email,
    subject: 'A part of a payment goes back',
    heading: 'A part of a payment goes back',
    paragraphs: [
      `${formatMoney(part)} of payment ${reference} (${formatMoney(price)}) for the player ${username} goes back to who paid. What was bought stays.`,
      ...toParagraphs(reason),
    ],
    button: { label: 'See your payments', url: `${origin}${subscriptionPath}` },
    notes: [unexpectedNote],
  }),
  returned: (
    { email, username }: Payer,
    { reference, reason }: Pick<PaidPayment, 'reference'> & { reason: RefundCause | null },
    origin: string,
  ) => ({
    to: email,
    subject: 'A payment goes back',
    heading: 'A payment goes back',
    paragraphs: [
      `Payment ${reference} for the player ${username} goes back to who paid. Nothing was given for it, so nothing is taken away.`,
      ...toParagraphs(reason),
    ],
    button: { label: 'See your payments', url: `${origin}${subscriptionPath}` },
    notes: [unexpectedNote],
  }),
  cancelled: ({ email, username }: Payer, plan: string, origin: string) => ({
    to: email,
    subject: `${plan} is cancelled`,
    heading: 'Your subscription is cancelled',
    paragraphs: [`${plan} of the player ${username} has ended, and the card is not charged any more. You can subscribe again anytime.`],
    button: { label: 'See the plans', url: `${origin}${subscriptionPath}` },
    notes: [unexpectedNote],
  }),
  ended: ({ email, username }: Payer, plan: string, origin: string) => ({
    to: email,
    subject: `${plan} has ended`,
    heading: `${plan} has ended`,
    paragraphs: [`The paid days of the player ${username} are over. Nothing more is charged. You can subscribe again anytime.`],
    button: { label: 'See the plans', url: `${origin}${subscriptionPath}` },
    notes: [timeZoneNote, unexpectedNote],
  }),
  passEnds: ({ email, username }: Payer, plan: string, until: string, origin: string) => ({
    to: email,
    subject: `${plan} ends on ${formatDate(until)}`,
    heading: `${plan} ends on ${formatDate(until)}`,
    paragraphs: [
      `The paid days of the player ${username} end then. Nothing is charged by itself.`,
      'Whoever pays again now loses no day: what is bought comes after the days that are left.',
    ],
    button: { label: 'Pay again', url: `${origin}${subscriptionPath}` },
    notes: [timeZoneNote, unexpectedNote],
    until,
  }),
  cardDue: ({ email, username }: Payer, plan: string, price: Price, at: string, origin: string) => ({
    to: email,
    subject: `${plan} renews on ${formatDate(at)}`,
    heading: `${plan} renews on ${formatDate(at)}`,
    paragraphs: [
      `The card is charged ${formatMoney(price)} then, for another month of the player ${username}.`,
      'If you do not want that, switch Auto-renew off before: the days that are paid stay.',
    ],
    button: { label: 'See the subscription', url: `${origin}${subscriptionPath}` },
    notes: [timeZoneNote, unexpectedNote],
    until: at,
  }),
  chargeFailed: ({ email, username }: Payer, plan: string, until: string | null, origin: string) => ({
    to: email,
    subject: 'The card could not be charged',
    heading: 'The card could not be charged',
    paragraphs: [
      `${plan} of the player ${username} was not renewed: the bank said no.`,
      until
        ? `Until ${formatDate(until)} everything stays as it is. Please give another card, or pay by M-Pesa, by then.`
        : 'Please give another card, or pay by M-Pesa.',
    ],
    button: { label: 'Look at the card', url: `${origin}${subscriptionPath}` },
    notes: [timeZoneNote, unexpectedNote],
  }),
  /** The card of a player under 18 whose guardian has not answered. */
  unanswered: ({ email, username }: Payer, plan: string, until: string | null, origin: string) => ({
    to: email,
    subject: `${plan} does not renew any more`,
    heading: `${plan} does not renew any more`,
    paragraphs: [
      `The card that pays ${plan} of the player ${username} is not charged again. Under 18 a parent or guardian decides about buying, and nobody has answered us yet.`,
      ...(until === null
        ? [`${plan} can be bought again as soon as a parent or guardian allows it.`]
        : [
            `All days that are paid stay, until ${formatDate(until)}.`,
            'Until then, Auto-renew can be turned on again on the plans page, as soon as a parent or guardian allows it.',
          ]),
    ],
    button: { label: 'Ask a parent or guardian', url: `${origin}${GUARDIAN_PATH}` },
    notes: [timeZoneNote, unexpectedNote],
  }),
  cardExpires: ({ email, username }: Payer, plan: string, origin: string) => ({
    to: email,
    subject: 'The card ends soon',
    heading: 'The card ends soon',
    paragraphs: [`The card that pays ${plan} of the player ${username} is good until the end of this month. Please give a new one.`],
    button: { label: 'Look at the card', url: `${origin}${subscriptionPath}` },
    notes: [unexpectedNote],
  }),
};
