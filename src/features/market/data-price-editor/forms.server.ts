import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { DATA_PRICE_MAX } from './schema.ts';

/** '0.2' or '0.195' shillings as thousandths of a shilling; more than 0. */
export const dataPriceSchema = z.object({
  megabyte: z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,3})?$/)
    .transform((shillings) => Math.round(Number(shillings) * 1000))
    .refine((thousandths) => thousandths > 0 && thousandths <= DATA_PRICE_MAX * 1000),
  note: noteSchema,
});
