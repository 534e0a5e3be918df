import { formatKiddocash } from '../../shared/money.ts';
import type { Channel, ToastMessage } from '../subscriptions/schema.ts';

/** All texts of the page that sells kiddocash. Only its title uses this spelling (docs/spec/readings.md). */
export const texts = {
  metaTitle: 'Get Kiddokash | Kiddo',
  metaDescription: 'Packs of kiddocash for your avatar. Ask a parent to pay for you.',
  title: 'Get Kiddokash',
  lead: 'Kiddocash buys what your avatar wears.',
  balance: 'You have',
  many: formatKiddocash,
  unit: 'kiddocash',
  statement: 'Where it came from',
  packs: 'Packs',
  pack: (amount: number) => `${formatKiddocash(amount)} kiddocash`,
  bonus: (amount: number) => `+ ${formatKiddocash(amount)} bonus`,
  total: (amount: number) => `${formatKiddocash(amount)} in all`,
  buy: 'Buy',
  buyAloud: (amount: number) => `${formatKiddocash(amount)} kiddocash for`,
  logIn: 'Log in to buy',
  processing: 'Processing...',
  channels: {
    card: 'Pays once. Nothing is paid again by itself.',
    mpesa: 'Pays once, with the PIN on the phone.',
  } satisfies Record<Channel, string>,
  /** Between the two prices, where the chosen way to pay cannot be seen. */
  or: ' / ',
  byCard: (price: string) => `${price} by card`,
  plans: 'Kiddocash every month comes with a plan.',
  toPlans: 'See the plans',
  waiting: 'A payment is being confirmed',
  waitingText: 'Once the payment company says that it is paid, it shows here by itself. If nobody paid, nothing was taken.',
  payments: 'Your payments',
} as const;

/** The message after a payment for a pack. */
export const paidMessage: ToastMessage = { title: 'Payment Successful!', text: 'Your kiddocash balance will be updated shortly.' };
