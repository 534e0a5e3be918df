import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { checkboxSchema, lineSchema, optional, positionSchema, wholeNumberSchema } from '../admin/forms.server.ts';
import { NAME_MAX } from '../admin/schema.ts';
import { CATEGORIES, PRICE_MAX } from '../schema.ts';

const STOCK_MAX = 1_000_000;

const fields = {
  name: lineSchema(NAME_MAX),
  creator: lineSchema(NAME_MAX),
  price: wholeNumberSchema(PRICE_MAX),
  stock: optional(wholeNumberSchema(STOCK_MAX).refine((stock) => stock > 0)),
  position: positionSchema,
  isListed: checkboxSchema,
  isBehind: checkboxSchema,
  note: noteSchema,
};

/** The form that adds an item. */
export const newItemSchema = z.object({ ...fields, category: z.enum(CATEGORIES) });

/** The form of an existing item: who has it has it as its category, so that cannot change, and the form has no field for it. */
export const itemSchema = z.object(fields).transform((form) => ({ ...form, category: null }));

export type ItemForm = z.output<typeof newItemSchema> | z.output<typeof itemSchema>;
