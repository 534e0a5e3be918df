import { formatDateTime } from '../../shared/date-format.ts';
import { formatKiddocash, formatMoney } from '../../shared/money.ts';
import type { GuardianReach, RefundObstacle, RefundState, RefundStop } from '../subscriptions/refund-requests/schema.ts';
import type { RefundReason } from '../subscriptions/refunds/schema.ts';
import type { Price } from '../subscriptions/schema.ts';
import type { PaymentStateFilter, Provider } from './list/schema.ts';
import type { PaymentMoment } from './schema.ts';

/** Why a refund was not sent. */
const STOPS: Record<RefundStop, string> = {
  disputed: 'It was not sent: the bank of who paid asks for the money, and that dispute decides.',
  'less-left': 'It was not sent: less is left of this payment by now.',
};

/** All texts of the operators' list of payments, and of the page of one. */
export const texts = {
  list: {
    metaTitle: 'Payments | Kiddo',
    title: 'Payments',
    plans: 'Prices of plans and packs',
    filters: 'Which payments',
    state: 'State',
    states: {
      'needs-look': 'Needs a look',
      pending: 'Pending',
      success: 'Paid',
      failed: 'Failed',
      abandoned: 'Not finished',
      held: 'Held',
      'not-allowed': 'Held, to pay back',
      disputed: 'Disputed',
      refunded: 'Refunded',
    } satisfies Record<PaymentStateFilter, string>,
    all: 'All',
    who: 'Player or payment number',
    whoHint: 'All of a username, a mail address or a number, not a part.',
    from: 'From (day in Nairobi)',
    to: 'To (that day too)',
    channel: 'Paid by',
    channels: { card: 'Card', mpesa: 'M-Pesa' },
    provider: 'Provider',
    providers: { paystack: 'Paystack', till: 'Pretend till' } satisfies Record<Provider, string>,
    show: 'Show',
    clear: 'Show all payments',
    none: 'No payment fits',
    noneText: 'Choose other days or another state.',
    unknown: 'Nobody has this name or mail, and no payment has this number',
    unknownText: 'Look at the letters again.',
    failedRefund: 'A refund failed',
    noneOlder: 'There is nothing older.',
    older: 'Older payments',
    newest: 'Newest payments',
    gone: 'The account is gone',
    zone: 'Days and times are those of Nairobi, and of when a payment was begun.',
    waiting: (count: number, hasMore: boolean) => {
      if (hasMore) return `More than ${count} payments need a look`;
      return count === 1 ? '1 payment needs a look' : `${count} payments need a look`;
    },
    help: [
      {
        name: 'Held',
        text: 'Paid, but not what was asked. Nothing was given. Open it, and refund it there.',
      },
      {
        name: 'Held, to pay back',
        text: 'A player under 18, whose guardian allows no buying, or less in that month. Nothing was given, and the player reads that we pay it back. Open it, and refund it there.',
      },
      {
        name: 'Disputed',
        text: 'The bank took it back, and what it brought waits. Answer it under Disputes: what is won counts again by itself.',
      },
      {
        name: 'A refund failed',
        text: 'The money is still with us, and who paid waits for it. Open it, and try again there, or write why nothing more is to do.',
      },
    ],
  },

  metaTitle: 'Payment | Kiddo',
  zone: 'Days and times are those of Nairobi.',
  back: 'All payments',
  billing: (username: string) => `Money of @${username}`,
  dispute: (place: number, count: number) => (count === 1 ? 'Its dispute' : `Its dispute ${place} of ${count}`),
  gone: 'The account is gone.',
  facts: {
    title: 'This payment',
    player: 'For',
    address: 'Receipts go to',
    by: 'Paid by',
    byPlayer: 'the player',
    byGuardian: 'a guardian whom the player asked',
    channel: 'Way',
    provider: 'Provider',
    reference: 'Number',
    kiddocash: 'Kiddocash',
    kiddocashGiven: (amount: number) => `${formatKiddocash(amount)}, given`,
    kiddocashOpen: (amount: number) => `${formatKiddocash(amount)}, not given`,
    receipt: 'Receipt',
  },
  timeline: {
    title: 'What happened',
    kinds: {
      created: 'Begun',
      paid: 'Paid',
      'kiddocash-given': 'Its kiddocash was given',
      'kiddocash-taken': 'Kiddocash was taken back',
      cancel: 'Cancelled by the player: its days ended',
      upgrade: 'Its days moved to a dearer plan',
      refund: 'Paid back: its days ended',
      dispute: 'Disputed: its days wait',
      'refund-requested': 'Somebody of our team asked for a refund',
      'refund-sent': 'The provider took a refund',
      'refund-processed': 'The provider paid back',
      'refund-failed': 'A refund failed',
    } satisfies Record<PaymentMoment['kind'], string>,
  },
  refunds: {
    title: 'Refunds',
    none: 'Nobody asked for one here.',
    states: {
      requested: 'being sent',
      sent: 'at the provider',
      processed: 'paid back',
      failed: 'failed',
    } satisfies Record<RefundState, string>,
    failed: (error: string) =>
      (STOPS as Partial<Record<string, string>>)[error] ??
      `The provider says: ${error} The money is still with us. You can ask for it again.`,
    settle: {
      note: 'Note (for the team; it stays in the log)',
      noteHint: 'For example: paid back by hand, or the mother does not want it any more.',
      noteRequired: 'Write a short note: why is nothing more to do?',
      button: 'Nothing more to do',
      busy: 'Saving...',
      failedTitle: 'That did not work',
      failed: 'Nothing was saved. Load the page again and try once more.',
      already: 'Somebody else has just tried again, or said that nothing more is to do. Load the page again.',
      done: { title: 'Saved', text: 'This payment does not need a look any more.' },
      by: (name: string) => `Nothing more to do, says @${name}:`,
    },
    by: (name: string, iso: string) => `@${name}, ${formatDateTime(iso)}`,
    reload: 'Load the page again to see what became of it.',
  },
  obstacles: {
    'not-paid': 'It was not paid, so there is nothing to pay back.',
    refunded: 'All of it is paid back.',
    disputed: 'The bank of who paid asks for the money. The dispute decides, so it cannot be refunded here.',
    open: 'A refund of this payment is under way. Load the page again to see what became of it.',
    'other-provider': 'It was paid at another provider than the one of now. Refund it there.',
    'unknown-sum': 'The provider does not say now how much was paid. Load the page again in a moment.',
  } satisfies Record<RefundObstacle, string>,
  reasons: {
    asked: 'The player or a guardian asked for it',
    twice: 'It was paid twice',
    mistake: 'It was paid by mistake',
    'not-allowed': 'A parent or guardian does not allow it',
    problem: 'Something of ours did not work',
  } satisfies Record<RefundReason, string>,
  refund: {
    title: 'Refund',
    effects: (left: Price) => `All of it (${formatMoney(left)}) takes back:`,
    premium: (now: string | null, after: string | null) => {
      if (now === null) return 'Paid days: they are over, so none are taken.';
      const until = `Paid days: now until ${formatDateTime(now)}`;
      if (after === null) return `${until}, then none. Premium ends at once.`;
      return after === now ? `${until}, and the same afterwards.` : `${until}, then until ${formatDateTime(after)}.`;
    },
    kiddocash: (given: number, taken: number) =>
      given === taken
        ? `Kiddocash: all ${formatKiddocash(given)}.`
        : `Kiddocash: ${formatKiddocash(taken)} of ${formatKiddocash(given)}. ${formatKiddocash(given - taken)} are spent, and stay spent.`,
    stopsRenewal: 'Auto-renew: it stops, and the card is not charged any more.',
    nothing: 'Nothing: it brought nothing that is still there.',
    mail: (address: string, isHeld: boolean) =>
      `The player reads it under the bell, and the mail “${isHeld ? 'A payment goes back' : 'A payment was taken back'}” goes to ${address}.`,
    guardian: {
      mail: 'The guardian who paid gets a mail of their own: what comes back, how, and how long it takes.',
      'mailbox-gone': 'The guardian’s mailbox is gone: tell them yourself.',
      forgotten: 'A guardian paid, and their address is deleted by now: nobody can tell them.',
    } satisfies Record<GuardianReach, string>,
    noMail: 'The account is gone, so nobody is told.',
    part: 'A part takes nothing back: the days and the kiddocash stay, and the mail says so. Parts that add up to all of it take back the same as all at once.',
    whole: 'Nothing was given for it, so all of it goes back.',
    when: 'This happens when the provider says that the money is on its way, which can take days.',
    amount: (currency: Price['currency']) => `Amount (${currency === 'KES' ? 'KSH' : currency})`,
    amountHint: (left: Price) => `At most ${formatMoney(left)}.`,
    amountErrors: {
      wrong: 'Write an amount, such as 50 or 49.50.',
      more: 'It is more than what is left of this payment.',
      whole: 'Nothing was given for it: all of it goes back, not a part.',
    },
    reason: 'Why (who paid reads it)',
    chooseReason: 'Choose why',
    reasonRequired: 'Choose why: it stands in the mail.',
    note: 'Note (for the team; it stays in the log)',
    noteHint: 'For example: the mother wrote that she paid by mistake.',
    noteRequired: 'Write a short note: why?',
    button: 'Send the money back',
    busy: 'Asking...',
    failedTitle: 'That did not work',
    failed: 'Nothing was sent back. Load the page again and try once more.',
    changed: 'Something of this payment changed since you opened it. Look at it again, and then decide.',
    somebodyElse: 'Somebody else has just asked for a refund of this payment. Load the page again.',
    done: (amount: Price) => ({
      title: 'Asked for',
      text: `The provider is asked now to send ${formatMoney(amount)} back. Load the page again to see what became of it.`,
    }),
  },
} as const;
