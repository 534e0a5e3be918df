import { z } from 'zod';
import { isId } from '../../shared/ids.ts';
import { safeReturnPath } from '../../shared/return-path.ts';
import { noteSchema } from '../audit-log/forms.server.ts';
import { fromFieldTime } from './rules.ts';
import { AUDIENCES, countLetters, DAYS_MAX, LABEL_MAX, PATH_MAX, TEXT_MAX, TEXT_MIN } from './schema.ts';

const DAY_MS = 86_400_000;

/** One line as it is stored: spaces at its ends and in a row are none. */
const line = z
  .string()
  .default('')
  .transform((text) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim());
const isLine = (text: string) => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

const idSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const timeSchema = z
  .string()
  .default('')
  .transform((text, check) => {
    const time = text === '' ? null : fromFieldTime(text);
    if (time === null && text !== '') check.addIssue({ code: 'custom', message: 'invalid' });
    return time;
  });

const announcement = z
  .object({
    text: line
      .refine((text) => isLine(text) && countLetters(text) >= TEXT_MIN, 'short')
      .refine((text) => countLetters(text) <= TEXT_MAX, 'long'),
    linkLabel: line.refine((text) => isLine(text) && countLetters(text) <= LABEL_MAX, 'long'),
    linkPath: z
      .string()
      .default('')
      .transform((path) => path.trim())
      .refine((path) => path === '' || (path.length <= PATH_MAX && safeReturnPath(path) !== null), 'invalid'),
    audience: z.enum(AUDIENCES),
    game: z
      .string()
      .max(200)
      .default('')
      .transform((name) => name.trim()),
    from: timeSchema,
    until: timeSchema,
    bell: z
      .literal('on')
      .optional()
      .transform((bell) => bell === 'on'),
    note: noteSchema,
  })
  .superRefine((form, check) => {
    const fail = (field: string, message: string) => check.addIssue({ code: 'custom', path: [field], message });
    if (form.linkPath !== '' && form.linkLabel === '') fail('linkLabel', 'missing');
    if (form.linkPath === '' && form.linkLabel !== '') fail('linkPath', 'missing');
    if (form.audience === 'game' && form.game === '') fail('game', 'missing');
    if (form.until === null) fail('until', 'missing');
    else if (form.from !== null && form.until <= form.from) fail('until', 'order');
    else if (form.from !== null && form.until.getTime() - form.from.getTime() > DAYS_MAX * DAY_MS) fail('until', 'too-long');
  });

/** A new announcement. An empty time is: now. */
export const startForm = announcement.safeExtend({ formId: z.string().refine(isId) });
/** The change of one that has not begun. */
export const saveForm = announcement.safeExtend({ id: idSchema, version: idSchema });
/** Ending one that runs, or deleting one that has not begun. */
export const endForm = z.object({ id: idSchema, note: noteSchema });
/** What the buttons of the page do. */
export const actionForm = z.object({ do: z.enum(['preview', 'start', 'save', 'end', 'delete']) });
/** A line that somebody closes. */
export const closeForm = z.object({ id: idSchema, returnUrl: z.string().default('') });
