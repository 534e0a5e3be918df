import { z } from 'zod';
import { isItemId } from '../schema.ts';
import { isLine } from './rules.ts';

const POSITION_MAX = 1_000_000;

/** One line of text. */
export function lineSchema(max: number) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .refine((text) => isLine(text, max));
}

/** A whole number from 0 on. */
export function wholeNumberSchema(max: number) {
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((number) => number <= max);
}

/** '250' or '249.50' as the smallest unit of its currency; more than 0. @param max in whole units */
export function moneySchema(max: number) {
  return z
    .string()
    .trim()
    .regex(/^\d{1,5}(\.\d{1,2})?$/)
    .transform((units) => Math.round(Number(units) * 100))
    .refine((minor) => minor > 0 && minor <= max * 100);
}

/** A field that may be empty: then its value is null. */
export function optional<Output>(schema: z.ZodType<Output>): z.ZodType<Output | null> {
  const empty = z
    .string()
    .trim()
    .length(0)
    .transform(() => null);
  return z.union([empty, schema]).prefault('');
}

/** Browsers do not submit an unchecked checkbox. */
export const checkboxSchema = z
  .string()
  .optional()
  .transform((value) => value === 'yes');

/** Which row a form saves. An id that no row can have becomes '', as if the row were gone. */
export const rowIdSchema = z.object({ id: z.string().refine(isItemId).catch('') });

/** The position in the list; empty for the end. */
export const positionSchema = optional(wholeNumberSchema(POSITION_MAX));
