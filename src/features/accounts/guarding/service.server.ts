import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AppContext } from '../../../context.server.ts';
import type { RateLimit } from '../../../shared/limit.ts';
import type { ClientInfo } from '../../../infra/sign-in/sign-in.ts';
import { cookieOf, ownCookie, ownCookieName } from '../sessions/service.server.ts';
import { ACCOUNT, ADDRESS, delayOf, DEVICE, devicesOf, PAIR, withDevice } from './rules.ts';

const COOKIE = 'kiddo_device';
const COOKIE_SECONDS = 365 * 24 * 3600;

/** A try at an account: wait so many seconds first, or go on; `undo` when it was no wrong password after all. */
export type Try = { wait: number } | { wait: 0; undo(): Promise<void> };

/**
 * Counts a try at an account before the password is looked at, so that many at once count as many.
 * @param account what was typed (the counts go by it: by the player, two names would tell that they are one's) and the
 *   player it means, if there is one.
 */
export async function tryAccount(ctx: AppContext, account: { typed: string; playerId: string | null }, visit: ClientInfo): Promise<Try> {
  const typed = keyOf(ctx, account.typed);
  const address = keyOf(ctx, visit.address);
  const device = account.playerId === null ? null : deviceFor(ctx, account.playerId, visit);
  const counts: [RateLimit, string][] =
    device === null
      ? [
          [ADDRESS, address],
          [PAIR, keyOf(ctx, typed, address)],
          [ACCOUNT, typed],
        ]
      : [[DEVICE, keyOf(ctx, device)]];
  const tallies = await ctx.rateLimiter.increment(counts);
  const over = tallies.flatMap(({ used, seconds }, i) => (used > (counts[i]?.[0].points ?? 0) ? [seconds] : []));
  if (over.length > 0) {
    // Who is turned away guessed nothing: the counts that were not full yet do not fill by it.
    await ctx.rateLimiter.decrement(counts.filter(([limit], i) => (tallies[i]?.used ?? 0) <= limit.points));
    return { wait: Math.max(...over) };
  }
  if (device === null) await setTimeout(delayOf(tallies[2]?.used ?? 0));
  return { wait: 0, undo: () => ctx.rateLimiter.decrement(counts) };
}

/** Counts one thing that was asked for. @returns seconds to wait where that was too often, else 0. */
export async function countAsked(ctx: AppContext, limit: RateLimit, key: string): Promise<number> {
  const [tally] = await ctx.rateLimiter.increment([[limit, keyOf(ctx, key)]]);
  return tally && tally.used > limit.points ? tally.seconds : 0;
}

/** The cookie that lets this browser try again at this account though strangers are guessing at it. */
export function deviceCookie(ctx: AppContext, playerId: string, visit: ClientInfo): string {
  const known = deviceFor(ctx, playerId, visit);
  const id = known ?? randomBytes(12).toString('base64url');
  const value = withDevice(cookieOf(visit.cookies, ownCookieName(ctx, COOKIE)), `${id}.${signature(ctx, playerId, id)}`);
  return ownCookie(ctx, COOKIE, value, COOKIE_SECONDS);
}

/** The id under which this browser was signed in to the account before, or null. */
function deviceFor(ctx: AppContext, playerId: string, visit: ClientInfo): string | null {
  for (const proof of devicesOf(cookieOf(visit.cookies, ownCookieName(ctx, COOKIE)))) {
    const [id = '', given = ''] = proof.split('.');
    const own = Buffer.from(signature(ctx, playerId, id));
    if (own.length === given.length && timingSafeEqual(own, Buffer.from(given))) return id;
  }
  return null;
}

function signature(ctx: AppContext, playerId: string, id: string): string {
  return createHmac('sha256', ctx.secret).update(`device ${playerId} ${id}`).digest('base64url').slice(0, 32);
}

/** Counters name nobody: who reads them learns neither addresses nor e-mails. */
function keyOf(ctx: AppContext, ...parts: string[]): string {
  return createHmac('sha256', ctx.secret)
    .update(`guard ${parts.join(' ')}`)
    .digest('base64url')
    .slice(0, 27);
}
