import { z } from 'zod';
import { CATEGORIES, PRICE_MAX } from '../schema.ts';
import type { SeedItem } from './schema.ts';

/** Seed items: items.json, and for each item a drawing `{id}.svg` with the canvas of the whole figure. */
export const seedItemsSchema: z.ZodType<SeedItem[]> = z.array(
  z.object({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    name: z.string().min(1).max(60),
    category: z.enum(CATEGORIES),
    creator: z.string().min(1).max(60).default('Kiddo'),
    price: z.int().min(0).max(PRICE_MAX),
    stock: z.int().positive().nullable().default(null),
    isBehind: z.boolean().default(false),
    position: z.int(),
  }),
);
