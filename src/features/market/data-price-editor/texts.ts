import { DATA_PRICE_MAX } from './schema.ts';

/** All texts of the price of a megabyte on the operators' page about plans. */
export const texts = {
  title: 'What a megabyte costs',
  name: 'The price of a megabyte',
  lead: 'Beside the size of a game stands what it costs on a phone: where the clock of the phone is set to Nairobi, or who asked for it.',
  price: 'Price of a megabyte, in shillings (KSH)',
  priceHint: 'What a common bundle costs, divided by its megabytes. KSH 51 for 255 MB is 0.2.',
  fieldErrors: { megabyte: `Write an amount in shillings, such as 0.2, up to ${DATA_PRICE_MAX}.` },
} as const;
