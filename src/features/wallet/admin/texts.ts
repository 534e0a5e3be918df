import { formatKiddocash } from '../../../shared/money.ts';
import type { Adjustment } from '../schema.ts';

/** All texts of the form that changes a player's kiddocash. */
export const texts = {
  own: 'This is you. Nobody changes their own kiddocash.',
  amount: 'Amount',
  amountHint: 'A whole number from 1 to 100,000.',
  reason: 'Reason',
  reasonHint: 'The player reads it, and it stays in the log.',
  grant: 'Grant',
  take: 'Take',
  busy: 'Working...',
  wrongAmount: 'Write a whole number from 1 to 100,000.',
  wrongReason: 'Write the reason, in 3 to 500 letters.',
  tooMuch: 'There is not so much to take, or the player is gone. Look at the balance and try again.',
  failed: 'Nothing was changed. Load the page again and try once more.',
  failedTitle: 'That did not work',
  done: {
    grant: (amount: number, balance: number) => ({
      title: `Granted ${formatKiddocash(amount)}`,
      text: `The player has ${formatKiddocash(balance)} now, and is told.`,
    }),
    take: (amount: number, balance: number) => ({
      title: `Took ${formatKiddocash(amount)}`,
      text: `The player has ${formatKiddocash(balance)} now, and is told.`,
    }),
  } satisfies Record<Adjustment, (amount: number, balance: number) => { title: string; text: string }>,
  again: (balance: number) => ({
    title: 'Done before',
    text: `This form was sent already and counts once. The player has ${formatKiddocash(balance)}.`,
  }),
} as const;
