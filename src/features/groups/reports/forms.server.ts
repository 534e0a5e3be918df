import { z } from 'zod';
import { descriptionSchema } from '../../reports/forms.server.ts';
import { GROUP_REPORT_REASONS } from './schema.ts';

/** A report about a group. */
export const groupReportForm = z.object({ reason: z.enum(GROUP_REPORT_REASONS), description: descriptionSchema });
