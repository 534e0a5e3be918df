import { z } from 'zod';
import { emailSchema } from '../accounts/forms.server.ts';
import { BODY_MAX, HONEYPOT_FIELD, NAME_MAX, SUBJECT_MAX } from './schema.ts';

/** Text with at least one visible character. A subject that looks empty could not be clicked in the list. */
const visibleText = (max: number) =>
  z
    .string()
    .refine((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), 'empty')
    .max(max, 'long');

/** Direction controls, which would reverse the text after them, also in our lists and emails. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

const singleLine = (max: number) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'characters')
    .transform((text) => text.replace(BIDI_CONTROLS, '').normalize('NFC').trim())
    .pipe(visibleText(max));

const multiLine = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').normalize('NFC').trim())
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), 'characters')
    .pipe(visibleText(max));

/** The form on /contact (spec 2, section 5: all four fields are required). */
export const contactForm = z.object({
  name: singleLine(NAME_MAX),
  email: emailSchema,
  subject: singleLine(SUBJECT_MAX),
  message: multiLine(BODY_MAX),
});
/** Bots fill in this field, people do not see it. */
export const honeypotForm = z.object({ [HONEYPOT_FIELD]: z.string().default('') });
/** An answer to a message. */
export const answerText = multiLine(BODY_MAX);
