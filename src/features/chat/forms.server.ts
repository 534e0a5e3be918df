import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { normalizeMessageText } from './messages.rules.ts';

/** A message. A browser without JavaScript sends no `clientId`: it never retries by itself, so the player sees every send. */
export const messageForm = z.object({
  text: z.string().transform(normalizeMessageText).pipe(z.string()),
  clientId: z.uuid().default(() => randomUUID()),
});
