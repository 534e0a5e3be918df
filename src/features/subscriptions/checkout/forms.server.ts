import { z } from 'zod';
import { CHANNELS } from '../schema.ts';

/** Form of POST /subscription with `do=subscribe`. Price and currency come from our tables, not from the form. */
export const subscribeForm = z.object({ plan: z.enum(['premium', 'pro']), channel: z.enum(CHANNELS) });

/** Form of POST /robux. */
export const packForm = z.object({ do: z.literal('buy'), pack: z.string().min(1).max(40), channel: z.enum(CHANNELS) });
