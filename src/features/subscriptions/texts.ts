import { READ_ONLY_TEXT } from '../../shared/read-only.ts';
import { formatKiddocash, formatMoney } from '../../shared/money.ts';
import { formatDate, formatDateTime } from '../../shared/date-format.ts';
import type { Channel, PaymentActionResult, PaymentSummary, ReturnOutcome, Spending, ToastMessage } from './schema.ts';
import type { StatusFact } from './rules.ts';

const formatShillings = (minor: number) => formatMoney({ minor, currency: 'KES' });

/** All texts of /subscription and of the receipts (spec 2, sections 2 and 4). */
export const texts = {
  metaTitle: 'Choose Your Plan | Kiddo',
  metaDescription: 'Premium games, your own avatar and kiddocash every month. Pay by the month with a card or M-Pesa, and stop any time.',
  title: 'Choose Your Plan',
  lead: 'Pay by the month. Stop any time.',

  status: {
    label: 'Your subscription',
    loading: 'Loading your subscription...',
    updated: 'Your subscription is up to date.',
    notUpdated: 'We cannot be reached at the moment. Check the connection, then refresh again.',
    refresh: 'Refresh',
    free: 'Free Plan',
    freeText: "You don't have an active subscription",
    freeHint: 'Did somebody just pay? Wait a moment, then refresh.',
    expired: 'Expired',
    expiredText: 'Your subscription has expired',
    expiredHint: 'Choose a plan below to renew it.',
    active: 'Active',
    noPlan: 'Active Subscription',
    noPlanText: 'Premium features are available',
    cost: { month: 'Monthly Cost', pass: 'Cost for 30 days' },
    days: { 'next-billing': 'Next Billing', 'paid-until': 'Paid until', 'expired-on': 'Expired on' } satisfies Record<
      Exclude<StatusFact['kind'], 'cost'>,
      string
    >,
    past: 'Expired',
    cancel: 'Cancel',
    kiddocash: 'Kiddocash',
    kiddocashText: formatKiddocash,
    nextKiddocash: 'Next kiddocash',
    nextKiddocashText: (amount: number) => `${formatKiddocash(amount)} on`,
    statement: 'Where it came from',
    autoRenew: 'Auto-renew',
    autoRenewOff: 'Auto-renew is off',
    renewsOn: (iso: string) => `The card pays again on ${formatDate(iso)}. Turn it off, and you keep the days that are paid.`,
    renewsOnceFixed: 'Once the card works, it pays again every month. Turn it off, and you keep the days that are paid.',
    renewsOff: (iso: string) => `Your days end on ${formatDate(iso)}. Nothing is paid after that.`,
    on: 'On',
    off: 'Off',
    saving: 'Saving...',
    pass: 'This does not renew by itself. Another 30 days start when these end, and bring their kiddocash then.',
    extend: 'Add 30 days',
    graceTitle: 'The card needs a look',
    grace: (iso: string) =>
      `The last payment did not go through. Premium goes on until ${formatDate(iso)}. Ask a parent to look at the card before then.`,
    graceEnds: (iso: string) => `The last payment did not go through. Premium goes on until ${formatDate(iso)}.`,
    fixCard: 'Fix the card',
    processing: 'A payment is being confirmed',
    processingText:
      'Once the payment company says that it is paid, it shows here by itself. You can close this page. If nobody paid, nothing was taken.',
    zone: 'Days and times are those of Nairobi.',
  },

  pay: {
    how: 'How will a parent pay?',
    channels: {
      card: { label: 'Card', hint: 'Renews every month, until you turn it off.' },
      mpesa: { label: 'M-Pesa', hint: 'Pays for 30 days. It does not renew.' },
    } satisfies Record<Channel, { label: string; hint: string }>,
    parent: 'Under 18? Ask a parent or guardian to pay for you.',
    parentMore: 'They see the price before they pay, and the receipt comes by mail.',
    change:
      'A bigger plan starts at once, and days you have left count towards it. A smaller plan, or the same one again, starts when your paid days end.',
    /** Nothing that is bought now brings kiddocash at once. */
    kiddocashFrom: (iso: string) =>
      `You had the kiddocash of this month. With a plan that you choose now, the next comes on ${formatDate(iso)} at the earliest.`,
  },

  /** For players under 18. */
  spending: {
    left: (left: number, limit: number) => `${formatShillings(Math.max(0, left))} of ${formatShillings(limit)} left this month`,
    chosen: 'Your parent or guardian chose this sum. It begins again on the first day of each month.',
    open: (amount: number) =>
      `${formatShillings(amount)} waits in a payment that is not finished. If nobody pays it, you can use it again after an hour.`,
    due: (amount: number) => `${formatShillings(amount)} is kept for your plan: the card pays it this month.`,
    tooMuch: 'More than is left this month',
    overSum: 'More than your sum for a month',
    unfinished: 'A payment that you began is not finished. Finish it, or wait an hour.',
    /** Instead of the buttons that let a card be charged each month. */
    cardClosed: 'The card can pay again when your parent or guardian allows it.',
    cardTooMuch: 'It does not fit into the sum that your parent or guardian chose.',
  },

  plans: {
    label: 'Plans',
    popular: 'Most Popular',
    free: 'Free',
    per: 'per month',
    current: 'Current Plan',
    processing: 'Processing...',
    choose: (plan: string) => `Choose ${plan}`,
    signUp: 'Sign Up Free',
    logIn: (plan: string) => `Log in to choose ${plan}`,
  },

  why: {
    title: 'Why Subscribe?',
    benefits: [
      { picture: '/stickers/tycoon.svg', title: 'Monthly kiddocash', text: 'New kiddocash with every month' },
      { picture: '/stickers/crown.svg', title: 'Premium games', text: 'Play every locked game' },
      { picture: '/stickers/heart.svg', title: 'Priority support', text: 'With Pro we answer you first' },
    ],
  },

  cancel: {
    title: 'Cancel subscription immediately?',
    text: 'This will end your premium access right now. You can subscribe again anytime.',
    kiddocash: (amount: number) => `It also ends the ${formatKiddocash(amount)} kiddocash that would still come.`,
    instead: 'To keep the days that are paid, turn Auto-renew off instead.',
    keep: 'Keep subscription',
    confirm: 'Confirm cancel',
    busy: 'Canceling...',
  },

  payments: {
    title: 'Payments',
    empty: 'There is nothing older.',
    receipt: 'Receipt',
    receiptOf: (what: string, iso: string) => `Receipt: ${what}, ${formatDate(iso)}`,
    fromStart: 'Newest payments',
    channels: { card: 'Card', mpesa: 'M-Pesa' } satisfies Record<Channel, string>,
    byGuardian: 'At home',
    states: {
      pending: 'Waiting',
      success: 'Paid',
      failed: 'Not paid',
      abandoned: 'Not finished',
      refunded: 'Paid back',
      disputed: 'Questioned',
      held: 'Being checked',
      'not-allowed': 'Not allowed',
    } satisfies Record<PaymentSummary['state'], string>,
    /** What happens next, for states that have a next step. */
    next: {
      pending: {
        card: 'We ask the payment company by ourselves. Once it says that it is paid, it shows here. If nobody paid, nothing was taken.',
        mpesa: 'Look at the phone: M-Pesa asks there for the PIN. After that it shows here by itself.',
      },
      success: null,
      failed: 'Nothing was taken. A parent can try again.',
      abandoned: 'The payment was not finished, and nothing was taken.',
      refunded: 'The money went back, and what it brought ended.',
      disputed: 'The bank asks about this payment. What it brought waits until that is settled.',
      held: 'Something does not fit this payment. Somebody of our team looks at it, and nothing is lost.',
      'not-allowed': 'Your parent or guardian does not allow this, so it brings nothing. Somebody of our team pays it back.',
    } satisfies Record<PaymentSummary['state'], string | Record<Channel, string> | null>,
  },

  receipt: {
    metaTitle: (reference: string) => `Receipt ${reference} | Kiddo`,
    title: 'Receipt',
    back: 'Back to your plan',
    print: 'Print',
    seller: 'Kiddo, Nairobi, Kenya',
    number: 'Number',
    what: 'What',
    for: 'For the player',
    mail: 'Mail',
    day: 'Paid on',
    asked: 'Asked for on',
    days: 'Days',
    span: (from: string, until: string) => `${formatDate(from)} to ${formatDate(until)}`,
    how: 'Paid with',
    state: 'State',
    total: 'Total',
    at: formatDateTime,
    zone: 'Days and times are those of Nairobi.',
    notPaid: 'This is no receipt yet: nothing was paid.',
    paidBack: 'The money was paid back.',
  },

  /** Results of actions. */
  done: {
    cancel: { title: 'Subscription canceled', text: 'Your premium access has ended. You can subscribe again anytime.' },
    'auto-renew-on': { title: 'Auto-renew is on', text: 'The card pays again when your days end.' },
    'auto-renew-off': { title: 'Auto-renew is off', text: 'You keep the days that are paid. Nothing is paid after that.' },
  },
  failed: {
    title: 'That did not work',
    other: 'Nothing was changed and nothing was taken. Please try again in a moment.',
  },
} as const;

/** Error texts by error code: what to do now. */
const ERROR_TEXTS: Record<string, string> = {
  'bad-input': 'Choose what to buy and a way to pay, then press again.',
  'not-available': 'This cannot be done with what you have now. Refresh the page and look again.',
  'not-found': 'There is nothing to change any more. Refresh the page and look again.',
  'guardian-required': 'Your parent or guardian decides what you can buy here, and has not allowed this. Nothing was taken.',
  'over-monthly-sum': 'It costs more than your parent or guardian allows in a month. Nothing was taken.',
  'payment-unfinished': `${texts.spending.unfinished} Nothing was taken.`,
  'too-many-requests': 'You did that very often in a short time. Wait a minute, then try again.',
  'switched-off': 'Paying is closed for the moment. Nothing was taken. Please try again later.',
  'read-only': `${READ_ONLY_TEXT} Nothing was taken.`,
  unavailable: 'The payment company cannot be reached at the moment. Nothing was taken. Please try again in a moment.',
};

/**
 * The message for an error.
 * @param code error code
 */
function toErrorMessage(code: string, spending: Spending | null): ToastMessage {
  const text = ERROR_TEXTS[code] ?? texts.failed.other;
  const sum = code === 'over-monthly-sum' ? spending?.sum : null;
  const left = sum ? ` ${texts.spending.left(sum.leftMinor, sum.limitMinor)}.` : '';
  return { title: texts.failed.title, text: `${text}${left}`, kind: 'bad' };
}

/**
 * The toast after an action.
 * @param spending what the player may pay now; null for players of age
 */
export function getResultToast(result: PaymentActionResult, spending: Spending | null): ToastMessage & { sticker?: string } {
  return result.ok ? { ...texts.done[result.action], sticker: 'crown' } : toErrorMessage(result.code, spending);
}

/**
 * The message after a payment for a plan (spec 2, section 2).
 * @param laterIso when the kiddocash comes, if it does not come at once
 */
export function getPaidMessage(laterIso: string | null): ToastMessage {
  const kiddocash =
    laterIso === null
      ? 'Your subscription is active, and your kiddocash balance will be updated shortly.'
      : `Your subscription is active. The next kiddocash comes on ${formatDate(laterIso)}.`;
  return { title: 'Payment Successful!', text: kiddocash };
}

/** Messages for a player who returns from a checkout, but for what was paid. */
export const returnMessages: Record<Exclude<ReturnOutcome, 'paid'>, ToastMessage> = {
  confirming: {
    title: 'Your payment is being confirmed',
    text: 'This takes a moment. It shows here by itself, and you can close this page.',
  },
  held: {
    title: 'We are looking at this payment',
    text: 'Something about it has to be checked first. Somebody of our team does that, and nothing is lost.',
    kind: 'bad',
  },
  'not-allowed': {
    title: 'This payment was not allowed',
    text: 'Your parent or guardian does not allow it, so it brings nothing. Somebody of our team pays it back.',
    kind: 'bad',
  },
  'not-paid': { title: 'The payment was not finished', text: 'Nothing was taken. A parent can try again.', kind: 'bad' },
  'paid-back': { title: 'This payment was paid back', text: 'The money goes back to who paid, and what it bought is gone.', kind: 'bad' },
  missing: {
    title: 'We found no new payment',
    text: 'Nothing came in for you in the last day, so nothing was bought. Did somebody just pay? Wait a minute, then refresh the page.',
    kind: 'bad',
  },
  'signed-out': { title: 'Log in to see your payment', text: 'What became of it is shown to the player it is for.' },
};

/** For browsers without JavaScript, whose page cannot follow a payment. */
export const seeOutcome = 'See what became of it';
