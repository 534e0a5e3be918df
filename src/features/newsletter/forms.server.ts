import { z } from 'zod';
import { emailSchema } from '../accounts/forms.server.ts';

export const subscribeForm = z.object({ email: emailSchema });
/** The tokens in the emailed links. */
export const confirmToken = z.string().regex(/^[\w-]{32}$/);
export const unsubscribeToken = z.string().regex(/^[0-9a-f-]{36}\.[\w-]{43}$/);
