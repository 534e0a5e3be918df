import { z } from 'zod';
import { emailSchema } from '../accounts/schema.ts';

export const subscribeForm = z.object({ email: emailSchema });
/** What the link of a mail carries. */
export const confirmToken = z.string().regex(/^[\w-]{32}$/);
export const unsubscribeToken = z.string().regex(/^[0-9a-f-]{36}\.[\w-]{43}$/);

/** What subscribing answers. */
export type SubscribeResult = { ok: true } | { ok: false; error: string; value: string };
/** What a link of a mail did. */
export type LinkResult = { done: boolean };
