import { z } from 'zod';
import { parseOfferKey } from './rules.ts';
import { isItemId } from './schema.ts';

const itemIdSchema = z.string().refine(isItemId, 'not an item id');

/** Buys an item at the price that the page showed, which its `key` contains. */
export const buySchema = z.object({ item: itemIdSchema, key: z.string() }).transform(({ item, key }, context) => {
  const price = parseOfferKey(item, key);
  if (price !== null) return { item, price };
  context.addIssue({ code: 'custom', path: ['key'], message: 'not the key of an offer of this item' });
  return z.NEVER;
});

/** Puts an item on, or takes it off. */
export const wearSchema = z.object({ item: itemIdSchema, on: z.enum(['yes', 'no']).transform((on) => on === 'yes') });
