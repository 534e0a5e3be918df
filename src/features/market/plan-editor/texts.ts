import { formatNumber } from '../../../shared/number-format.ts';
import { FEATURE_MAX, FEATURES_MAX, PLAN_KIDDOCASH_MAX, PLAN_PRICE_MAX } from './schema.ts';

/** All texts of the operators' page about plans. */
export const texts = {
  metaTitle: 'Plans | Kiddo',
  lead: 'What the plans cost and hold. Their names stay.',
  price: 'Price a month, in shillings (KSH)',
  priceHint:
    'A new price counts for new checkouts only. Cards that renew by themselves keep what they pay until their player subscribes anew.',
  renewing: (count: number) =>
    count === 0
      ? 'No card renews this plan now.'
      : `${formatNumber(count)} ${count === 1 ? 'card renews' : 'cards renew'} this plan now, at the price they began with.`,
  free: 'This plan is free, and stays free.',
  kiddocash: 'Kiddocash every month',
  kiddocashHint: 'Counts from each plan\u2019s next paid month on. Say the same in the lines below.',
  features: 'What it holds',
  featuresHint: 'One line for each. Players and parents read them beside the price.',
  currentView: 'How it stands on the page',
  seePage: 'Open the page of the plans',
  month: 'a month',
  fieldErrors: {
    price: `Write an amount in shillings, from 0.01 to ${formatNumber(PLAN_PRICE_MAX)}.`,
    priceOrder: 'Pro has to cost more than Premium: the dearer plan is the one that somebody moves up to.',
    kiddocash: `Write a whole number from 0 to ${formatNumber(PLAN_KIDDOCASH_MAX)}.`,
    features: `Write 1 to ${FEATURES_MAX} lines, each of up to ${FEATURE_MAX} letters.`,
  },
} as const;
