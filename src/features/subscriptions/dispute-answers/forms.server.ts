import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { DISPUTE_ANSWERS, STATEMENT_MAX } from '../disputes/schema.ts';
import { proofFields } from '../../accounts/reauthentication/forms.server.ts';

/** An answer to a dispute. `code` or `password`: which of the two is asked for depends on the operator's account. */
export const disputeForm = z.object({
  do: z.enum(DISPUTE_ANSWERS),
  statement: z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(20)
        .max(STATEMENT_MAX)
        .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text)),
    )
    .optional(),
  note: noteSchema,
  ...proofFields,
});
