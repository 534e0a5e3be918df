import { formatDateTime, formatLongDate } from '../../../shared/date-format.ts';
import { formatKiddocash, formatMoney } from '../../../shared/money.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import type { EmailContent } from '../../mail/schema.ts';
import type { AcceptObstacle, DisputeAmount, DisputeAnswerKind, DisputeEvidence, DisputeState } from '../disputes/schema.ts';

const toMoney = ({ minor, currency }: DisputeAmount): string =>
  currency === 'KES' || currency === 'USD' ? formatMoney({ minor, currency }) : `${currency} ${formatNumber(minor / 100)}`;

/** Texts of the operators' pages about disputes. */
export const texts = {
  metaTitle: 'Disputes | Kiddo',
  title: 'Disputes',
  lead: 'Somebody told their bank that they did not want a payment. The bank has taken the money back for now, and so have we what it bought. Answer before the time is over, or it is lost.',
  waiting: (count: number) =>
    count === 0 ? 'None waits for an answer.' : count === 1 ? '1 waits for an answer.' : `${count} wait for an answer.`,
  none: 'No disputes',
  noneText: 'When a bank takes a payment back, it appears here, and operators get a mail.',
  noneOlder: 'There is nothing older.',
  older: 'Older disputes',
  newest: 'Newest disputes',
  zone: 'Days and times are those of Nairobi.',
  openOne: (amount: string, reference: string) => `${amount}: open the dispute of ${reference}`,
  amount: (amount: DisputeAmount | null) => (amount === null ? 'amount not said' : toMoney(amount)),
  categories: {
    fraud: 'the payer says: not me',
    chargeback: 'the bank asks for it back',
    general: 'a complaint',
  } as Partial<Record<string, string>>,
  states: {
    'awaiting-us': 'waits for us',
    answered: 'answered: the bank decides',
    won: 'won: the money stays',
    lost: 'lost: the money went back',
  } satisfies Record<DisputeState, string>,
  sending: 'answer on its way',
  refused: 'answer refused',
  opened: (iso: string) => `came ${formatDateTime(iso)}`,
  firstDue: (iso: string) => `The first by ${formatDateTime(iso)}.`,
  openList: 'Open the disputes',
  due: (iso: string) => `answer by ${formatDateTime(iso)}`,
  noDue: 'no time limit said',
  closed: (iso: string) => `decided ${formatDateTime(iso)}`,

  oneMetaTitle: 'A dispute | Kiddo',
  oneTitle: (amount: DisputeAmount | null) => (amount === null ? 'Dispute' : `Dispute of ${toMoney(amount)}`),
  all: 'All disputes',
  facts: 'What happened',
  reference: 'Payment',
  providerId: (provider: string) => (provider === 'till' ? 'Number at the pretend till' : 'Number at Paystack'),
  why: 'Why',
  words: 'What they wrote',
  what: 'What was bought',
  paidAt: 'Paid',
  unknownPayment: 'We have no payment of this number. Look for it at the provider, and answer there.',
  player: 'Player',
  gone: 'The account is gone',
  used: 'How far it was used',
  daysUsed: ({ used, total }: { used: number; total: number }) => `${used} of ${total} days of paid time had begun.`,
  kiddocash: ({ given, spent }: { given: number; spent: number | null }) =>
    spent === null
      ? `${formatKiddocash(given)} kiddocash came with it.`
      : `${formatKiddocash(spent)} of ${formatKiddocash(given)} kiddocash that came with it were spent.`,
  nothingUsed: 'It brought nothing.',

  ourAnswer: 'Our answer',
  answers: {
    contest: 'We contest it: the money is ours.',
    accept: 'We accept it: the money goes back.',
  } satisfies Record<DisputeAnswerKind, string>,
  sent: (iso: string) => `The provider has it since ${formatDateTime(iso)}.`,
  sendingText: 'It is on its way to the provider. That takes a minute; if the provider does not answer, we try again by ourselves.',
  stuckTitle: 'The provider still does not have the answer',
  stuckText: 'It was given more than an hour ago. We go on trying. You can give another answer below, which takes its place.',
  refusedTitle: 'The provider did not take the answer',
  refusedText: (words: string) => `It said: ${words} You can answer again below.`,
  refusedClosed: (words: string) => `It said: ${words}`,
  answeredElsewhere: 'This dispute did not wait for us any more: it was answered at the provider, or its time was over.',
  unknownThere: 'There is no such dispute at the provider.',
  acceptObstacles: {
    'refund-open': 'A refund of this payment is under way. To accept would send the money back twice. Wait for the refund, or contest.',
    'nothing-left': 'All of it went back already. To accept would send the money back twice. Contest it, and say so.',
  } satisfies Record<AcceptObstacle, string>,
  acceptTitle: 'You cannot accept it',
  paidBack: 'Went back',
  paidBackSum: (refunded: DisputeAmount, left: DisputeAmount) =>
    left.minor === 0
      ? `${toMoney(refunded)}: all of it was already paid back.`
      : `${toMoney(refunded)} was already paid back. ${toMoney(left)} is left.`,
  refunding: (money: DisputeAmount) => `A refund of ${toMoney(money)} is under way.`,
  acceptPart: (left: DisputeAmount) => `At most ${toMoney(left)} goes back now: that is what is left of the payment.`,
  contestRefunded: 'A part of the money went back already. The evidence below says so: leave that line in it.',

  forms: {
    contest: {
      title: 'Contest it',
      lead: 'You say that it was right to take the money, with what you know. The bank decides. If we win, the player gets back what was taken.',
      button: 'Contest the dispute',
    },
    accept: {
      title: 'Accept it',
      lead: 'The money goes back to the payer. What it bought stays taken, and nothing more happens. This cannot be undone.',
      button: 'Accept the dispute',
    },
  } satisfies Record<DisputeAnswerKind, { title: string; lead: string; button: string }>,
  statement: 'Our evidence',
  statementHint:
    'The bank reads this, in English. Say what was delivered, when, and how far it was used. No names of children, and nothing that they wrote.',
  statementFile: 'The provider adds the e-mail address that the payer typed, and gets the same words as a file.',
  statementRequired: 'Write what was delivered and how far it was used: at least a sentence.',
  note: 'Why (for the team; it stays in the log)',
  noteHint: 'For example: the receipt went to the same address, and half of the days were used.',
  noteRequired: 'Write a short note: why?',
  busy: 'Working...',
  failedTitle: 'That did not work',
  failed: 'Nothing was sent. Load the page again and try once more.',
  conflict: 'It does not wait for an answer any more, or somebody was faster. Load the page again.',
  done: {
    contest: { title: 'Contested', text: 'Your answer goes to the provider now. The bank decides, often within some days.' },
    accept: { title: 'Accepted', text: 'Your answer goes to the provider now, and the money goes back.' },
  } satisfies Record<DisputeAnswerKind, { title: string; text: string }>,
  log: 'What was done',
  noLog: 'Nothing yet.',
  actionsInLog: {
    'contest-dispute': 'contested it',
    'accept-dispute': 'accepted it',
  } as Partial<Record<string, string>>,
  acceptStatement: 'We accept this dispute.',
} as const;

/** What the form suggests as our evidence: what we know, without a name. */
export function suggestStatement({ payment, days, kiddocash, refunded, refundingMinor }: DisputeEvidence): string {
  const ofPayment = (minor: number) => toMoney({ minor, currency: payment.price.currency });
  return [
    'Kiddo is a website with games. It sells time of membership and virtual coins, which are delivered at once.',
    `On ${formatLongDate(payment.at)} the payer bought: ${payment.what}, for ${toMoney(payment.price)} (payment ${payment.reference}), by ${payment.channel === 'card' ? 'card' : 'M-Pesa'}.`,
    'A receipt was sent to the address that was given.',
    // First of what happened later: a bank must not hear that we kept what we gave back.
    ...(refunded
      ? [
          refunded.leftMinor === 0
            ? `All of it (${ofPayment(refunded.minor)}) was already paid back to the payer.`
            : `${ofPayment(refunded.minor)} of it was already paid back to the payer.`,
        ]
      : []),
    ...(refundingMinor === null ? [] : [`A refund of ${ofPayment(refundingMinor)} to the payer is under way.`]),
    ...(days ? [`The membership began on ${formatLongDate(days.from)}. ${days.used} of its ${days.total} days were delivered.`] : []),
    ...(kiddocash ? [`${formatKiddocash(kiddocash.given)} virtual coins were delivered.`] : []),
    ...(kiddocash !== null && kiddocash.spent !== null ? [`${formatKiddocash(kiddocash.spent)} of these coins were spent.`] : []),
  ].join('\n');
}

/** The mail that tells operators of a dispute, when it comes and again shortly before its time is over. It names nobody. */
export function disputeEmail(
  to: string,
  dispute: { reference: string; amount: DisputeAmount | null; dueAt: string | null; isLate: boolean },
  url: string,
): EmailContent {
  const due = dispute.dueAt === null ? 'The provider does not say until when.' : `Answer by ${formatDateTime(dispute.dueAt)} (Nairobi).`;
  const sum = dispute.amount === null ? 'a payment' : toMoney(dispute.amount);
  return {
    to,
    subject: dispute.isLate ? 'A dispute has less than a day left' : 'A payment is disputed on Kiddo',
    heading: dispute.isLate ? 'The time is nearly over' : 'A bank took a payment back',
    paragraphs: [`It is about ${sum}, payment ${dispute.reference}, and waits for our answer. ${due}`, 'Without an answer it is lost.'],
    button: { label: 'Open the dispute', url },
    notes: ['You get this mail because you are an operator of Kiddo.'],
  };
}

/** The same for a browser: read on a locked screen. */
export const disputePush = (isLate: boolean) =>
  isLate
    ? { title: 'The time is nearly over', text: 'A dispute about a payment has less than a day left.' }
    : { title: 'A payment is disputed', text: 'A dispute waits for our answer.' };
