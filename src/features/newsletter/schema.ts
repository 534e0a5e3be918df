import { z } from 'zod';
import { email } from '../accounts/schema.ts';

export const subscribeForm = z.object({ email });
/** What the link of a mail carries. */
export const confirmToken = z.string().regex(/^[\w-]{32}$/);
export const leaveToken = z.string().regex(/^[0-9a-f-]{36}\.[\w-]{43}$/);

/** What subscribing answers. */
export type SubscribeAnswer = { ok: true } | { ok: false; fault: string; typed: string };
/** What a link of a mail did. */
export type LinkAnswer = { done: boolean };
