import { z } from 'zod';
import { isId } from '../../../shared/ids.ts';
import { ADJUSTMENTS } from '../schema.ts';
import { parseAmount, parseReason } from './rules.ts';

/** What an operator types to change a player's kiddocash. */
export const adjustmentForm = z.object({ amount: parsedBy(parseAmount), reason: parsedBy(parseReason) });

/** What the form itself sends: the pressed button, and the key that makes a repeated submit count once. */
export const adjustmentButton = z.object({ do: z.enum(ADJUSTMENTS), key: z.string().refine(isId) });

/** A text that `parse` turns into a value, or refuses with null. */
function parsedBy<Value>(parse: (text: string) => Value | null) {
  return z.string().transform((text, ctx) => {
    const value = parse(text);
    if (value !== null) return value;
    ctx.addIssue('invalid');
    return z.NEVER;
  });
}
