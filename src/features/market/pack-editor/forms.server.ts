import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { moneySchema } from '../admin/forms.server.ts';
import { PACK_DOLLARS_MAX, PACK_SHILLINGS_MAX } from './schema.ts';

/** The form of a pack. */
export const packPricesSchema = z.object({
  shillings: moneySchema(PACK_SHILLINGS_MAX),
  dollars: moneySchema(PACK_DOLLARS_MAX),
  note: noteSchema,
});
