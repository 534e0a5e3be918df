import { z } from 'zod';
import { noteSchema } from '../audit-log/forms.server.ts';
import { REFUND_REASONS } from '../subscriptions/refunds/schema.ts';
import { proofFields } from '../accounts/reauthentication/forms.server.ts';

/** An amount as it is typed, '49' or '49.50', in minor units. */
const amountSchema = z
  .string()
  .trim()
  .regex(/^\d{1,7}(\.\d{1,2})?$/)
  .transform((text) => Math.round(Number(text) * 100))
  .refine((minor) => minor > 0);

/** The form that says that nothing more is to do about a refund that failed. */
export const settleForm = z.object({ refund: z.uuid(), note: noteSchema });

/** The form of a refund. `left` is what the page showed as left, in minor units. */
export const refundForm = z.object({
  amount: amountSchema,
  left: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
  reason: z.enum(REFUND_REASONS),
  note: noteSchema,
  ...proofFields,
});
