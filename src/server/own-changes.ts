import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context.server.ts';
import { prefixedCookieName, readCookie, serializeCookie } from '../features/accounts/sessions/service.server.ts';
import { HIGHEST_POSITION } from '../infra/database/log-position.ts';
import { setMustSee } from '../infra/tracing/work-scope.ts';

// Whoever changed something sees it at once, also where pages are read from a replica: a cookie says where the primary was then. It goes with
// the browser to every process and machine. Whoever forges it reads from the primary, or sees their own change later, and nothing else.

const CHANGE_COOKIE = 'kiddo_change';
/** By then a replica that is in use has everything. */
const CHANGE_SECONDS = 60;
/** Sent often, and of nothing that is read from a replica: the cookie would cost data. */
const NOT_PUBLIC = ['/plays/', '/chat/'];

/** Lets a request that only reads read from a replica that has what its sender changed. Without a replica it does nothing. */
export function allowReplica(ctx: AppContext, { headers }: IncomingMessage): void {
  if (ctx.replica === null) return;
  const value = headers.cookie?.includes(CHANGE_COOKIE) ? readCookie(headers.cookie, prefixedCookieName(ctx, CHANGE_COOKIE)) : null;
  setMustSee(value !== null && /^[0-9a-f]{1,16}$/.test(value) ? BigInt(`0x${value}`) : 0n);
}

/**
 * The Set-Cookie line after a form that did not fail. Null: nothing that is read from a replica changed.
 * @param pathname of the form
 */
export async function markChange(ctx: AppContext, pathname: string, status: number): Promise<string | null> {
  if (ctx.replica === null || status >= 400 || NOT_PUBLIC.some((start) => pathname.startsWith(start))) return null;
  // The form is done: if the database goes away just now, its sender reads from the primary for a while.
  const position = await ctx.replica.readPosition().catch(() => HIGHEST_POSITION);
  return serializeCookie(ctx, CHANGE_COOKIE, position.toString(16), CHANGE_SECONDS);
}
