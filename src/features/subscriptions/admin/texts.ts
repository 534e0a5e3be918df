import { formatKiddocash } from '../../../shared/money.ts';
import type { Adjustment } from '../../wallet/schema.ts';
import type { PlayerBilling, PaymentTrace } from './schema.ts';
import type { PaymentSummary } from '../schema.ts';

/** All texts of the operators' pages: finding a player, the player's money, and payments to look at. */
export const texts = {
  lookup: {
    metaTitle: 'Find a player | Kiddo',
    title: "A player's money",
    lead: 'Payments, subscriptions and kiddocash, to look at; and kiddocash to grant or take.',
    label: 'Username, mail or payment number',
    hint: 'As it is on a receipt. All of it, not a part.',
    find: 'Find',
    nobody: 'Nobody has this name or mail, and no payment has this number. Look at the letters again.',
  },

  metaTitle: 'Money of a player | Kiddo',
  back: 'Find another player',
  case: 'Reports about this player',
  balance: 'Kiddocash',
  many: formatKiddocash,
  zone: 'Days and times are those of Nairobi.',
  status: {
    title: 'What holds now',
    free: 'Free Plan',
    expired: (plan: string, when: string) => `${plan} expired on ${when}`,
    active: (plan: string, when: string) => `${plan}, paid until ${when}`,
    renews: (when: string) => `renews on ${when}`,
    grace: (when: string) => `a charge failed; it goes on until ${when}`,
  },

  payments: {
    title: 'Payments',
    none: 'None.',
    noneOlder: 'There is nothing older.',
    older: 'Older payments',
    newest: 'Newest payments',
    states: {
      pending: 'pending',
      success: 'paid',
      failed: 'failed',
      abandoned: 'not finished',
      refunded: 'refunded',
      disputed: 'disputed',
      held: 'held: look at it',
      'not-allowed': 'held: pay it back',
    } satisfies Record<PaymentSummary['state'], string>,
    channels: { card: 'card', mpesa: 'M-Pesa' },
    byGuardian: 'paid by a guardian',
    period: (from: string, until: string) => `good from ${from} to ${until}`,
    endedFor: {
      cancel: 'ended early: cancelled',
      upgrade: 'ended early: moved to a dearer plan',
      refund: 'ended early: refunded',
      dispute: 'ended early: disputed',
    } satisfies Record<NonNullable<NonNullable<PaymentTrace['period']>['endedFor']>, string>,
    back: (money: string) => `${money} went back`,
    taken: (amount: number) => `${formatKiddocash(amount)} kiddocash taken back`,
    asked: (times: number) => (times === 1 ? 'asked once' : `asked ${times} times`),
    askedNext: (when: string) => `asked again ${when}`,
    statusMessage: (message: string) => `Noted: ${message}`,
    receipt: 'Receipt',
    receiptOf: (what: string, when: string) => `Receipt: ${what}, ${when}`,
  },

  subscriptions: {
    title: 'Subscriptions',
    none: 'None.',
    states: {
      active: 'active',
      'non-renewing': 'does not renew',
      attention: 'a charge failed',
      ended: 'ended',
    } satisfies Record<PlayerBilling['subscriptions'][number]['state'], string>,
    since: (when: string) => `since ${when}`,
    next: (when: string) => `next charge ${when}`,
    ended: (when: string) => `ended ${when}`,
  },

  ledger: {
    title: 'Kiddocash, entry by entry',
    none: 'Nothing came in or went out.',
    older: 'Older entries',
    newest: 'Newest entries',
  },

  adjustment: { title: 'Grant or take kiddocash' },

  flagged: {
    title: 'Payments to look at',
    open: 'Open the list',
    count: (count: number, hasMore: boolean) => {
      if (count === 0) return 'No payment waits for a person.';
      if (hasMore) return `More than ${count} payments wait for a person.`;
      return count === 1 ? '1 payment waits for a person.' : `${count} payments wait for a person.`;
    },
  },

  log: {
    title: 'What operators did',
    none: 'Nothing yet.',
    did: { grant: 'granted', take: 'took' } satisfies Record<Adjustment, string>,
  },
} as const;
