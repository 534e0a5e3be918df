import { z } from 'zod';

/** Forms of POST /subscription. That of `subscribe` has more fields, which the checkout parses. */
export const subscriptionForm = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['subscribe', 'fix-card', 'cancel']) }),
  z.object({
    do: z.literal('auto-renew'),
    on: z
      .string()
      .optional()
      .transform((on) => on === 'yes'),
  }),
]);
