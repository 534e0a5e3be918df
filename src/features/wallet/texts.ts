import { formatKiddocash, formatSignedKiddocash } from '../../shared/money.ts';
import { formatDateTime } from '../../shared/date-format.ts';
import type { LedgerSource } from './schema.ts';

/**
 * All texts of the statement. The currency is called kiddocash; only the title of the page that sells it differs (docs/spec/readings.md).
 */
export const texts = {
  metaTitle: 'Your kiddocash | Kiddo',
  title: 'Your kiddocash',
  youHave: 'You have now',
  get: 'Get Kiddokash',
  caption: 'Everything that came in and went out, the newest first',
  columns: { what: 'What', amount: 'Kiddocash', balance: 'Then you had' },
  what: {
    pack: 'Kiddocash pack',
    'plan-grant': 'Kiddocash of your plan',
    purchase: 'Bought in the catalog',
    refund: 'Refund',
    operator: 'From the Kiddo team',
  } satisfies Record<LedgerSource, string>,
  many: formatKiddocash,
  /** The sign in words for screen readers, which may not read out a minus. */
  changed: (amount: number) => (amount < 0 ? `${formatKiddocash(-amount)} out` : `${formatKiddocash(amount)} in`),
  signed: formatSignedKiddocash,
  at: formatDateTime,
  zone: 'Times are as in Nairobi.',
  empty: 'Nothing here yet',
  emptyText: 'When kiddocash comes in or goes out, you see it here.',
  noOlder: 'There is nothing older.',
  older: 'Older entries',
  toNewest: 'Back to the newest',
  pages: 'Pages of the statement',
} as const;

/** Notifications to a player whose kiddocash an operator changed. */
export const adjustmentNotifications = {
  grant: (amount: number, reason: string) => ({ title: `The Kiddo team gave you ${formatKiddocash(amount)} kiddocash`, message: reason }),
  take: (amount: number, reason: string) => ({ title: `The Kiddo team took back ${formatKiddocash(amount)} kiddocash`, message: reason }),
} as const;
