import { formatDate, formatLongDay } from '../../../shared/date-format.ts';
import { formatKiddocash, formatMoney } from '../../../shared/money.ts';
import { PURCHASE_REQUEST_DAYS, PURCHASE_REQUESTS_MAX, type OwnPurchaseRequest, type PurchaseItem } from './schema.ts';

/** The texts of the player's side. Those of the guardian's page are in purchase.texts.ts, in every language. */
export const texts = {
  metaTitle: 'Ask at home | Kiddo',
  title: 'Ask at home',
  /** On the cards of plans and packs, too. */
  ask: 'Ask at home',
  /** For screen readers, after the label of a button: what it asks for. */
  askFor: (item: string) => `for ${item}`,
  busy: 'Asking...',
  notNow: 'Not now',
  price: (minor: number) => formatMoney({ minor, currency: 'KES' }),
  ends: { plan: 'It stops by itself.', pack: 'It is paid once.' } satisfies Record<PurchaseItem['kind'], string>,
  kiddocash: (amount: number) => `${formatKiddocash(amount)} kiddocash`,
  mail: (address: string) => `We write to ${address}. They pay from their own phone, or say no. You will hear it here.`,
  days: `The question is good for ${PURCHASE_REQUEST_DAYS} days.`,
  facts: { what: 'What', price: 'Price', asked: 'Asked on', to: 'We wrote to', until: 'Good until' },
  at: formatDate,
  /** What became of the last request. */
  state: {
    open: { title: 'Waiting for an answer', text: 'We wrote to your parent or guardian. You will hear it here, and by the bell.' },
    paid: { title: 'It is paid', text: 'Say thank you at home!' },
    held: {
      title: 'We are looking at a payment',
      text: 'Somebody at home paid, and something about it does not fit. Nothing is lost: somebody of our team looks at it.',
    },
    'paid-back': { title: 'The money went back', text: 'It was paid, and then the money went back to who paid. What it brought ended.' },
    refused: { title: 'They said no this time', text: 'You did nothing wrong. Talk with them about it.' },
    cancelled: { title: 'It is not asked for any more', text: 'You took it back, or you have it already.' },
    expired: { title: 'Nobody answered in time', text: `A question is good for ${PURCHASE_REQUEST_DAYS} days.` },
    closed: {
      title: 'This question is over',
      text: 'Your parent or guardian does not allow buying at the moment.',
    },
  } satisfies Record<OwnPurchaseRequest['state'], { title: string; text: string }>,
  /** Above what was written to a no. Nobody knows for sure who reads that mailbox. */
  reply: 'Whoever you asked wrote to you:',
  undelivered: {
    refused: {
      title: 'Our mail did not arrive',
      text: 'There is no such mailbox any more, or it takes no mails from us. Tell them at home: they can write to us. This question does not count.',
    },
    late: {
      title: 'Our mail did not arrive',
      text: 'We could not deliver it. Take your question back and ask again. This question does not count.',
    },
  } satisfies Record<NonNullable<OwnPurchaseRequest['undelivered']>, { title: string; text: string }>,
  toContact: 'The page to write to us',
  /** Below the words of a no. */
  help: { before: 'Do these words worry you, or does somebody scare you? ', link: 'Get help' },
  timing: {
    begins: (iso: string) => `It begins on ${formatDate(iso)}, when the days that are paid already end.`,
    kiddocash: (iso: string) => `The kiddocash comes on ${formatDate(iso)}: it comes once a month.`,
    endsCard: (plan: string) => `The card that pays ${plan} now is not charged any more.`,
  },
  takeBack: 'Take it back',
  takingBack: 'Taking it back...',
  takeBackHint: 'Is somebody paying just now? Then it is yours all the same.',
  one: 'One question at a time: when this one is answered, or you take it back, you can ask for something else.',
  plans: 'See the plans',
  packs: 'See kiddocash',
  /** Why nothing can be asked for. */
  obstacle: {
    'of-age': { title: 'You pay by yourself', text: 'You are 18 or older: nobody has to be asked.' },
    'too-many': (iso: string) => ({
      title: 'That was a lot of asking',
      text: `You can ask ${PURCHASE_REQUESTS_MAX} times in a week. You can ask again from ${formatLongDay(iso)}.`,
    }),
  },
  nothing: { title: 'What would you like?', text: 'Choose a plan or kiddocash, and press Ask at home there.' },
  /** The address names something that is not sold. */
  gone: { title: 'This is not for sale', text: 'Look at what there is now.' },
  done: { title: 'Taken back', text: 'You can ask for something else now.' },
  failedTitle: 'That did not work',
  failed: {
    open: 'You asked for something already. Wait for the answer, or take it back.',
    'too-many': `You can ask ${PURCHASE_REQUESTS_MAX} times in a week. Please wait a little.`,
    'not-available': 'This cannot be asked for now: it is not for sale any more, or a card pays for it already.',
    'nothing-open': 'There is nothing to take back any more. Here is how it went.',
  } satisfies Record<'open' | 'too-many' | 'not-available' | 'nothing-open', string>,
  guardianRequired: 'Your parent or guardian decides what you can buy here, and has not allowed asking. Nobody was asked.',
  switchedOff: 'Paying is closed for the moment, so nobody was asked. Please try again later.',
  failedOther: 'That did not work. Please try again in a moment.',
  notifications: {
    refused: (reply: string) => ({
      title: 'Not this time',
      message: reply === '' ? 'Whoever you asked at home said no.' : `Whoever you asked at home said no: “${reply}”`,
    }),
  },
  /** On the pages with prices, while something was asked for. */
  waiting: {
    title: (item: string) => `You asked for ${item}`,
    text: (iso: string) => `Waiting for an answer until ${formatLongDay(iso)}.`,
    link: 'See what you asked for',
  },
  /** On the pages with prices, where a guardian wants to be asked each time. */
  each: {
    title: 'Your parent or guardian wants to be asked each time',
    text: 'Press Ask at home. We send them a mail. They pay from their own phone, or say no.',
  },
} as const;

/** What is asked for: 'Premium, 30 days', '400 kiddocash'. */
export function describeItem(item: PurchaseItem): string {
  return item.kind === 'plan' ? `${item.name}, ${item.days} days` : texts.kiddocash(item.kiddocash);
}
