import { z } from 'zod';
import { DESCRIPTION_MAX, GAME_REPORT_REASONS } from './schema.ts';

/** What a reporter writes; '' if the form has no such field. Rejects control characters other than line breaks and tabs. */
export const descriptionSchema = z
  .string()
  .max(DESCRIPTION_MAX * 2)
  .refine((text) => text.isWellFormed() && !/[^\P{Cc}\r\n\t]/u.test(text))
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().max(DESCRIPTION_MAX))
  .default('');

/** A report about a game. */
export const gameReportForm = z.object({ reason: z.enum(GAME_REPORT_REASONS), description: descriptionSchema });
