import { formatDateTime, formatDay, formatMonth } from '../../../shared/date-format.ts';
import { formatMoney } from '../../../shared/money.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import type { Amount, DifferenceKind, DayView } from './schema.ts';

/** Texts of the operators' pages about what the provider settled. */
export const texts = {
  metaTitle: 'Money by day | Kiddo',
  title: 'Money by day',
  lead: 'What was paid here, beside what the payment provider says that it paid out. Days are those of Nairobi, by when a payment was paid.',
  month: formatMonth,
  earlierMonth: 'Month before',
  laterMonth: 'Month after',
  day: formatDay,
  earlierDay: 'Day before',
  laterDay: 'Day after',
  allDays: 'All days',
  none: 'Nothing was paid in this month.',
  noneToday: 'Nothing was paid yet.',
  openDay: (day: string) => `Open ${formatDay(day)}`,
  monthSums: 'The month',
  daysTitle: 'The days',
  sums: {
    taken: 'Taken',
    refunded: 'Went back',
    fees: 'Fees',
    paidOut: 'Paid out',
    open: 'Still to come',
    differences: 'Differences',
  },
  sumsHelp:
    'What went back counts on the day of its payment, also if it went back later. Paid out is after fees; refunds and disputes are taken off a later payout.',
  differenceCount: (count: number) => (count === 0 ? 'None' : `${formatNumber(count)} to look at`),
  notCompared: 'Not compared',
  isCapped:
    'There are more than 5,000 differences, and not all could be counted. Fetch again; if it stays so, the provider and we do not speak of the same payments.',
  monthFile: 'The month as a file (CSV)',
  dayFile: 'The day as a file (CSV)',

  fetched: (iso: string | null) =>
    iso === null ? 'Nothing was fetched from the provider yet.' : `Fetched from the provider ${formatDateTime(iso)}.`,
  fetchFailed: (iso: string, words: string) => `The last try, ${formatDateTime(iso)}, did not work: ${words}`,
  fetchFailedTitle: 'These figures may be old',
  fetch: 'Fetch again',
  fetching: 'Asking...',
  fetchAsked: { title: 'Asked', text: 'The provider is asked now for the last days. Load the page again in a minute.' },
  failedTitle: 'That did not work',
  failed: 'Nothing was changed. Load the page again and try once more.',

  dayMetaTitle: 'A day’s money | Kiddo',
  dayTitle: (day: string) => `Money of ${formatDay(day)}`,
  agreed: 'No differences. Both sides agree, or what is missing is not due yet.',
  notFetched: 'Not compared yet: nothing was fetched from the provider.',
  toLookAt: (count: number) => (count === 1 ? '1 difference to look at.' : `${formatNumber(count)} differences to look at.`),
  here: 'Paid here',
  hereNone: 'Nothing was paid on this day.',
  channels: { card: 'Card', mpesa: 'M-Pesa' },
  payments: (count: number) => (count === 1 ? '1 payment' : `${formatNumber(count)} payments`),
  wentBack: (money: string) => `${money} of it went back`,
  disputed: (money: string) => `${money} of it is disputed`,
  there: 'Settled by the provider',
  thereNone: 'Nothing is settled for this day yet. That usually comes on the next working day.',
  feesOf: (money: string) => `fees ${money}`,
  paidOutOf: (money: string) => `${money} paid out`,
  comingOf: (money: string) => `${money} about to be`,
  failedOf: (money: string) => `${money} not taken by our bank`,
  settlementsHelp: 'Other deductions: refunds, disputes, or something else. What exactly, the provider says in its dashboard.',
  settlements: 'Payouts with payments of this day',
  settlementStates: { paid: 'paid out', coming: 'about to be paid out', failed: 'our bank did not take it' } satisfies Record<
    DayView['settlements'][number]['state'],
    string
  >,
  settlementNet: (money: string) => `${money} is from this day`,
  settlementWhole: (money: string) => `${money} in all`,
  settlementDeductions: (money: string) => `${money} of other deductions`,
  check: 'Do the sums agree?',
  checkTaken: 'Paid here',
  checkSettled: 'Settled by the provider',
  checkAgrees: 'They agree.',
  checkFails: 'They do not agree. Fetch again; if it stays so, tell whoever looks after the code.',
  differences: 'Differences',
  more: (shown: number) => `The first ${formatNumber(shown)} are shown. The file has all.`,
  openPayment: (reference: string) => `Look at payment ${reference}`,
  sides: (here: Amount | null, there: Amount | null) =>
    here !== null && there !== null
      ? `${toMoney(here)} here, ${toMoney(there)} there`
      : here !== null
        ? `${toMoney(here)} here`
        : there !== null
          ? `${toMoney(there)} there`
          : '',
  kinds: {
    overdue: {
      name: 'Paid here, and not settled after 4 days',
      help: 'Ask the provider about this payment. Did it really take the money?',
    },
    'unknown-here': {
      name: 'Settled by them, and not paid here',
      help: 'Somebody may have paid and got nothing. Look for it at the provider: grant what was bought, or refund it.',
    },
    'other-amount': {
      name: 'Different amount',
      help: 'Compare it with the receipt at the provider. If they settled too little, write to them.',
    },
    'other-currency': { name: 'Different currency', help: 'It was asked in one currency and settled in another. Ask the provider why.' },
    'refunded-there': {
      name: 'Refunded there, and not here',
      help: 'The payer got the money back and still has what it bought. An event was lost: look at the payment.',
    },
    'payout-failed': {
      name: 'Paid out, and not taken by our bank',
      help: 'The provider still has this money. Look at the number of our bank account in its dashboard, and ask it to pay out again.',
    },
    'lines-differ': {
      name: 'A payout whose payments do not add up to it',
      help: 'The provider names payments for more or less than it counted. Fetch again; if it stays so, ask the provider about this payout.',
    },
    'not-settled': { name: 'Paid here, and not settled yet', help: 'That is usual until the next working day.' },
    'refunded-first': { name: 'Refunded before it was settled', help: 'Nothing is missing.' },
    'not-compared': {
      name: 'Not compared',
      help: 'It was paid before settlements were fetched here. What the provider did with it stands in its dashboard.',
    },
  } satisfies Record<DifferenceKind, { name: string; help: string }>,
  csv: {
    day: ['Payment', 'By', 'Currency here', 'Taken here', 'Went back here', 'Currency there', 'Settled there', 'Fee', 'Difference'],
    month: ['Day', 'Currency', 'Taken', 'Went back', 'Fees', 'Paid out', 'Still to come', 'Differences'],
  },
} as const;

/** An amount as it is read: 'KSH 99', and with the letters of its currency for one that we do not sell in. */
export function toMoney({ minor, currency }: Amount): string {
  if (currency === 'KES' || currency === 'USD') return formatMoney({ minor, currency });
  return `${currency} ${formatNumber(minor / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** The same with its sign: '+KSH 99', '−KSH 99'. */
export const toSignedMoney = (amount: Amount): string =>
  `${amount.minor < 0 ? '\u2212' : '+'}${toMoney({ ...amount, minor: Math.abs(amount.minor) })}`;
