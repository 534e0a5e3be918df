import type { SandboxFormAction, SandboxChargeView, SandboxView } from './schema.ts';

/** All texts of the sandbox checkout. */
export const texts = {
  metaTitle: 'Pretend till | Kiddo',
  title: 'Pretend till',
  pretend: {
    title: 'This is pretend money.',
    text: 'Kiddo runs in demo mode. No card is charged and no phone is asked. You decide what happens.',
  },
  to: 'Pay to',
  shop: 'Kiddo',
  what: 'For',
  who: 'Receipt to',
  how: 'Pay by',
  channel: { card: 'Card', mpesa: 'M-Pesa' } satisfies Record<SandboxView['channel'], string>,
  renews: (plan: string) => `${plan} renews by itself every month until you stop it.`,
  back: 'Back to Kiddo',
  charges: 'What was charged',
  charge: {
    pending: 'Not paid yet',
    success: 'Paid',
    failed: 'Declined',
  } satisfies Record<SandboxChargeView['state'], string>,
  gone: { refunded: 'Paid back', disputed: 'Taken back by the bank' } satisfies Record<NonNullable<SandboxChargeView['back']>, string>,
  subscription: {
    title: 'The next months',
    active: (day: string) => `The next month is charged on ${day}.`,
    attention: (day: string) => `The last charge failed. It is tried again on ${day}.`,
    'non-renewing': (day: string) => `It does not renew. It ends on ${day}.`,
    ended: (_day: string) => 'It is over.',
    failNext: 'The next charge will fail.',
  } satisfies Record<NonNullable<SandboxView['subscription']>['state'], (day: string) => string> & { title: string; failNext: string },
  zone: 'Days and times are those of Nairobi.',
  tell: 'If Kiddo missed something, the till can say everything again. Nothing may count twice.',
  acts: {
    pay: 'Pay',
    decline: 'Decline',
    'next-month': 'Charge the next month now',
    'fail-next': 'Let the next charge fail',
    'good-card': 'Use a good card',
    'tell-again': 'Say everything again',
    refund: 'Refund',
    dispute: 'The bank takes it back',
    'dispute-won': 'The bank gives it back',
    'settle-less': 'Pay out 1.00 too little',
  } satisfies Record<SandboxFormAction, string>,
};
