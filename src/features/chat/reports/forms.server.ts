import { z } from 'zod';
import { descriptionSchema } from '../../reports/forms.server.ts';
import { parseMessageId } from '../messages.rules.ts';
import { REPORT_REASONS } from '../schema.ts';

/** A report about a player, or about one of their messages: then with `messageId`. */
export const playerReportForm = z.object({
  playerId: z.uuid(),
  messageId: z.string().transform(parseMessageId).pipe(z.number()).optional(),
  reason: z.enum(REPORT_REASONS),
  description: descriptionSchema,
});
