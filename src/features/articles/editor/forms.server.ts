import { z } from 'zod';
import { proofFields } from '../../accounts/reauthentication/forms.server.ts';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { TEXT_FIELDS, type TextField } from '../check/schema.ts';
import { BODY_MAX, FIELD_MAX, NEW_KINDS, TEXT_ACTIONS } from './schema.ts';

// What is typed may be half a text: a draft is kept as it is. What may be published: ../markdown/forms.server.ts.

/** No sign that nobody sees and no database keeps. */
const LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029\uFFFE\uFFFF]*$/u;
const BODY = /^(?:[^\p{Cc}\p{Cs}\uFFFE\uFFFF]|[\n\r\t])*$/u;
const line = z
  .string()
  // A summary is typed in a field with several lines.
  .transform((text) => text.replaceAll(/\s*\n\s*/g, ' '))
  .pipe(z.string().max(FIELD_MAX, 'long').regex(LINE, 'signs'))
  .optional();
const body = z
  .string()
  // A browser sends each end of a line as two signs.
  .transform((text) => text.replaceAll('\r\n', '\n'))
  .pipe(z.string().max(BODY_MAX, 'long').regex(BODY, 'signs'))
  .optional();
const count = z.coerce.number().int().min(0).max(1_000_000);

/** The form of a text. `short`: it is meant to be much shorter than the shipped one; `shown`: the newest version when the form was made; `version`: which one to go back to. */
export const textForm = z.object({
  do: z.enum(TEXT_ACTIONS),
  shown: count,
  version: count.optional(),
  note: z.string().optional(),
  short: z.literal('yes').optional(),
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, field === 'body' ? body : line])) as Record<TextField, typeof line>),
});

/** The form that erases the words of a version. */
export const eraseForm = z.object({ version: count, note: noteSchema, ...proofFields });

/** The form for a new text. */
export const newTextForm = z.object({ kind: z.enum(NEW_KINDS), title: z.string().trim().min(2).max(80).regex(LINE) });
