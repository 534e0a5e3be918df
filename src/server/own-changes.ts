import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context.server.ts';
import { prefixedCookieName, readCookie, serializeCookie } from '../features/accounts/sessions/service.server.ts';
import { HIGHEST_POSITION, type LogPosition } from '../infra/database/log-position.ts';
import { sealText, unsealText } from '../infra/sealed-text.ts';
import { setMustSee } from '../infra/tracing/work-scope.ts';

// Whoever changed something sees it at once, also where pages are read from a replica: a cookie says where the primary was then. It goes with
// the browser to every process and machine. It is encrypted: how fast the position grows would tell how much the site writes.

const CHANGE_COOKIE = 'kiddo_change';
const PURPOSE = 'own changes';
/** By then a replica that is in use has everything. */
const CHANGE_SECONDS = 60;
/** Sent often, and of nothing that is read from a replica: the cookie would cost data. */
const NOT_PUBLIC = ['/plays/', '/chat/'];

/** Lets a request that only reads read from a replica that has what its sender changed. Without a replica it does nothing. */
export function allowReplica(ctx: AppContext, { headers }: IncomingMessage): void {
  if (ctx.replica !== null) setMustSee(readMark(ctx, headers.cookie));
}

/**
 * The Set-Cookie line after a form that did not fail. Null: nothing that is read from a replica changed.
 * @param pathname of the form
 * @param cookies that came with it
 */
export async function markChange(ctx: AppContext, pathname: string, status: number, cookies: string | undefined): Promise<string | null> {
  if (ctx.replica === null || status >= 400 || NOT_PUBLIC.some((start) => pathname.startsWith(start))) return null;
  // The form is done: if the database goes away just now, its sender reads from the primary for a while.
  const position = await ctx.replica.readPosition().catch(() => HIGHEST_POSITION);
  const before = readMark(ctx, cookies);
  const mark = before === HIGHEST_POSITION || before < position ? position : before;
  const sealed = sealText(ctx.secret, PURPOSE, mark.toString(16).padStart(16, '0'));
  return serializeCookie(ctx, CHANGE_COOKIE, Buffer.from(sealed, 'base64').toString('base64url'), CHANGE_SECONDS);
}

/** What is no mark of ours is none. */
function readMark(ctx: AppContext, cookies: string | undefined): LogPosition {
  const value = cookies?.includes(CHANGE_COOKIE) ? readCookie(cookies, prefixedCookieName(ctx, CHANGE_COOKIE)) : null;
  if (value === null || !/^[\w-]{59}$/.test(value)) return 0n;
  try {
    return BigInt(`0x${unsealText(ctx.secret, PURPOSE, value)}`);
  } catch {
    return 0n;
  }
}
