import { z } from 'zod';
import { emailSchema } from '../accounts/forms.server.ts';
import { HONEYPOT_FIELD } from './schema.ts';

/** Bots fill in this field, people do not see it. */
export const honeypotForm = z.object({ [HONEYPOT_FIELD]: z.string().default('') });
/** Scripts say that they sent the form: they want an answer, not another page. */
export const scriptForm = z.object({ script: z.string().default('') });
export const subscribeForm = z.object({ email: emailSchema });
/** The tokens in the emailed links. */
export const confirmToken = z.string().regex(/^[\w-]{32}$/);
export const unsubscribeToken = z.string().regex(/^[0-9a-f-]{36}\.[\w-]{43}$/);
