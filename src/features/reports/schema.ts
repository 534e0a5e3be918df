import { z } from 'zod';
import { DESCRIPTION_MAX, GAME_REPORT_REASONS } from './limits/schema.ts';

export type GameReportReason = (typeof GAME_REPORT_REASONS)[number];

export const REPORT_STATES = ['new', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** The report form. Rejects control characters other than line breaks. */
export const reportForm = /* @__PURE__ */ z.object({
  reason: z.enum(GAME_REPORT_REASONS),
  description: z
    .string()
    .max(DESCRIPTION_MAX * 2)
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\r\n\t]/u.test(text))
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(DESCRIPTION_MAX)),
});

/** Response of sending a report. */
export type ReportResponse = { ok: true } | { ok: false; code: string; requestId: string };
