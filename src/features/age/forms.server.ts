import { z } from 'zod';
import { parseNote } from '../audit-log/schema.ts';
import { FIRST_BIRTH_YEAR } from './schema.ts';

/** A whole number in decimal digits. Nothing chosen is 'empty', anything that the page does not offer is 'unknown'. */
const chosen = (min: number, max: number) =>
  z
    .string('empty')
    .min(1, 'empty')
    .regex(/^\d{1,4}$/, 'unknown')
    .transform(Number)
    .refine((value) => value >= min && value <= max, 'unknown');

/** The month and the year of birth. That the month is not in the future is checked against the clock. */
export const birthForm = z.object({ month: chosen(1, 12), year: chosen(FIRST_BIRTH_YEAR, 9999) });

const note = z.string('note').transform((text, issues) => {
  const parsed = parseNote(text);
  if (parsed === null) issues.addIssue({ code: 'custom', message: 'note' });
  return parsed ?? '';
});

/** What the team does about a player's age. */
export const playerAgeForm = z.discriminatedUnion('do', [
  z.object({ do: z.literal('close'), note }),
  z.object({ do: z.literal('change'), note, ...birthForm.shape }),
]);
