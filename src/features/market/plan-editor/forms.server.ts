import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { moneySchema, wholeNumberSchema } from '../admin/forms.server.ts';
import { isLine } from '../admin/rules.ts';
import { FEATURE_MAX, FEATURES_MAX, PLAN_KIDDOCASH_MAX, PLAN_PRICE_MAX } from './schema.ts';

/** One line for each feature. */
const featuresSchema = z
  .string()
  .transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
  .refine(
    (lines) => lines.length >= 1 && lines.length <= FEATURES_MAX && lines.every((line) => isLine(line.normalize('NFC'), FEATURE_MAX)),
  );

/** The form of a plan that costs something. */
export const paidPlanSchema = z.object({
  price: moneySchema(PLAN_PRICE_MAX),
  kiddocash: wholeNumberSchema(PLAN_KIDDOCASH_MAX),
  features: featuresSchema,
  note: noteSchema,
});

/** The form of the free plan, which stays free: it has no fields for what it costs and gives. */
export const freePlanSchema = z
  .object({ features: featuresSchema, note: noteSchema })
  .transform((form) => ({ ...form, price: 0, kiddocash: 0 }));
