import { z } from 'zod';
import { noteSchema } from '../audit-log/forms.server.ts';
import { FEATURE_FLAGS, MESSAGE_MAX } from './schema.ts';

/** What an operator tells everybody: one line of text, or nothing. */
const messageField = z
  .string()
  .transform((text) => text.trim().replaceAll(/\s+/g, ' '))
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text) && text.length <= MESSAGE_MAX);

/** Changes a switch. `version`: the one that the form was made from. */
export const switchForm = z.object({
  flag: z.enum(FEATURE_FLAGS),
  do: z.enum(['on', 'off']),
  note: noteSchema,
  message: messageField.default(''),
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
});
