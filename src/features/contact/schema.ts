import { z } from 'zod';
import { emailSchema } from '../accounts/schema.ts';
import { BODY_MAX, NAME_MAX, SUBJECT_MAX } from './limits/schema.ts';

/** Something that can be seen: what looks empty is empty, and could not be pressed in a list. */
const visibleText = (max: number) =>
  z
    .string()
    .refine((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), 'empty')
    .max(max, 'long');

/** Signs that turn the direction of what comes after them, in our own lists and mails too. */
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

/** What is written on /contact (spec 2, section 5: all four are needed). */
export const contactForm = z.object({
  name: singleLine(NAME_MAX),
  email: emailSchema,
  subject: singleLine(SUBJECT_MAX),
  message: multiLine(BODY_MAX),
});
export const answerText = multiLine(BODY_MAX);

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactFields = Record<ContactField, string>;

/** The page: what is filled in already, and where else one can write. */
export type ContactView = { prefill: { name: string; email: string } | null; support: string };

/** What sending answers where it did not work: what is wrong, by field or as a whole, and what was typed. */
export type ContactResult = { fieldErrors: Partial<ContactFields>; error: string | null; values: ContactFields };
