import { formatKiddocash } from '../../../shared/money.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import { PACK_DOLLARS_MAX, PACK_SHILLINGS_MAX } from './schema.ts';

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** All texts of the packs on the operators' page about plans. */
export const texts = {
  title: 'Packs of kiddocash',
  lead: 'How much is in a pack stays. M-Pesa pays the price in shillings, a card the one in dollars. Payments that were begun keep their price.',
  name: (amount: number) => `The pack of ${formatKiddocash(amount)}`,
  shillings: 'Price in shillings (KSH), for M-Pesa',
  dollars: 'Price in dollars (USD), for cards',
  content: (amount: number, bonus: number) =>
    `${formatKiddocash(amount)} kiddocash${bonus > 0 ? `, and ${formatKiddocash(bonus)} bonus` : ''}`,
  perShilling: (many: number) => `A shilling buys ${formatNumber(many, TWO_DIGITS)} kiddocash.`,
  perShillingOfPlan: (plan: string, many: number) => `In ${plan}, a shilling buys ${formatNumber(many, TWO_DIGITS)} kiddocash.`,
  seePage: 'Open the page of the packs',
  fieldErrors: {
    shillings: `Write an amount in shillings, from 0.01 to ${formatNumber(PACK_SHILLINGS_MAX)}.`,
    dollars: `Write an amount in dollars, from 0.01 to ${formatNumber(PACK_DOLLARS_MAX)}.`,
  },
} as const;
