import { z } from 'zod';

// What Paystack's API returns, as far as we read it.

export const nonEmpty = z.string().min(1);
export const optionalDate = z
  .string()
  .nullish()
  .transform((text) => (text ? new Date(text) : null))
  .refine((date) => date === null || Number.isFinite(date.getTime()), 'is no moment');
export const requiredDate = z.string().transform((text, ctx) => {
  const date = new Date(text);
  if (Number.isFinite(date.getTime())) return date;
  ctx.addIssue('is no moment');
  return z.NEVER;
});
const planObjectSchema = z.object({ id: z.number().optional(), plan_code: z.string().optional(), description: z.string().nullish() });
/** Paystack represents 'no plan' as null, 0, '' or {}, and a plan as its code or as an object. */
const planFieldSchema = z
  .union([z.string(), z.number(), planObjectSchema])
  .nullish()
  .transform((plan) =>
    typeof plan === 'object' && plan !== null ? plan : typeof plan === 'string' && plan !== '' ? { plan_code: plan } : {},
  );
/** A charge. */
export const transactionSchema = z.object({
  domain: z.string().optional(),
  status: z.string(),
  reference: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  message: z.string().nullish(),
  gateway_response: z.string().nullish(),
  created_at: optionalDate,
  paid_at: optionalDate,
  metadata: z.unknown(),
  customer: z.object({ id: z.number(), customer_code: nonEmpty }).nullish(),
  plan: planFieldSchema,
  plan_object: planObjectSchema.nullish(),
});
export type Transaction = z.infer<typeof transactionSchema>;
export const subscriptionSchema = z.object({
  status: z.string(),
  subscription_code: nonEmpty,
  email_token: nonEmpty,
  customer: z.object({ id: z.number(), customer_code: nonEmpty }),
  plan: planObjectSchema,
  next_payment_date: optionalDate,
  createdAt: optionalDate,
});
export type Subscription = z.infer<typeof subscriptionSchema>;
export const planSchema = z.object({
  plan_code: nonEmpty,
  description: z.string().nullish(),
  amount: z.number(),
  currency: z.string(),
  interval: z.string(),
  is_deleted: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
});
