import { z } from 'zod';
import { isId } from '../../shared/ids.ts';

const endpoint = z.string().min(10).max(1000);

/** What a browser's push service gave it. */
export const subscriptionForm = z.object({
  endpoint,
  p256dh: z.string().regex(/^[\w-]{87}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
});

/** The same, in place of the one with the endpoint `old`. */
export const renewalForm = subscriptionForm.extend({ old: endpoint });

export const turnOffForm = z.object({ device: z.string().refine(isId) });

const hour = z
  .string()
  .regex(/^([01]?\d|2[0-3])$/)
  .transform(Number);

/** Quiet hours; `off` is a checkbox, and then the hours do not count. */
export const quietHoursForm = z
  .object({ from: hour, until: hour, off: z.literal('on').optional() })
  .transform(({ from, until, off }) => (off === 'on' ? null : { from, until }));
