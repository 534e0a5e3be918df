import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AppContext } from '../../../context.server.ts';
import { toCounterKey } from '../../../infra/counter-key.ts';
import type { RateLimit } from '../../../shared/rate-limit.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { readCookie, serializeCookie, prefixedCookieName } from '../sessions/service.server.ts';
import {
  IDENTIFIER_LIMIT,
  IP_LIMIT,
  getAttemptDelay,
  DEVICE_LIMIT,
  parseDeviceTokens,
  IDENTIFIER_AND_IP_LIMIT,
  addDeviceToken,
} from './rules.ts';

const DEVICE_COOKIE = 'kiddo_device';
const DEVICE_COOKIE_SECONDS = 365 * 24 * 3600;

/**
 * An attempt to sign in: `wait` is the number of seconds to wait first, or 0. `failures`: how often the password was wrong in the last
 * quarter of an hour. `undo` removes the attempt if the password was not wrong.
 */
export type SignInAttempt = { wait: number } | { wait: 0; failures: number; undo(): Promise<void> };

/**
 * Counts a sign-in attempt before the password is checked, so that concurrent attempts all count.
 * @param account the identifier as typed and the player it belongs to, if any. The counters use the identifier: counting by player would
 *   reveal that a username and an email address belong to the same player.
 */
export async function registerSignInAttempt(
  ctx: AppContext,
  account: { identifier: string; playerId: string | null },
  clientInfo: ClientInfo,
): Promise<SignInAttempt> {
  const identifierKey = hashKey(ctx, account.identifier);
  const address = hashKey(ctx, clientInfo.address);
  const device = account.playerId === null ? null : findDeviceId(ctx, account.playerId, clientInfo);
  const limits: [RateLimit, string][] =
    device === null
      ? [
          [IP_LIMIT, address],
          [IDENTIFIER_AND_IP_LIMIT, hashKey(ctx, identifierKey, address)],
          [IDENTIFIER_LIMIT, identifierKey],
        ]
      : [[DEVICE_LIMIT, hashKey(ctx, device)]];
  const usages = await ctx.rateLimiter.increment(limits);
  const exceeded = usages.flatMap(({ used, seconds }, i) => (used > (limits[i]?.[0].points ?? 0) ? [seconds] : []));
  if (exceeded.length > 0) {
    const full = limits.find(([limit], i) => limit.hasOwnEvent && usages[i]?.used === limit.points + 1)?.[0];
    const { requestId } = clientInfo;
    if (full) ctx.logSecurity('authn_login_fail_max', [account.playerId, full.points], { limit: full.name, requestId });
    // A rejected attempt did not guess anything, so it must not fill the counters that were below their limit.
    await ctx.rateLimiter.decrement(limits.filter(([limit], i) => (usages[i]?.used ?? 0) <= limit.points));
    return { wait: Math.max(...exceeded) };
  }
  const used = usages.at(-1)?.used ?? 1;
  if (device === null) await setTimeout(getAttemptDelay(used));
  return { wait: 0, failures: used - 1, undo: () => ctx.rateLimiter.decrement(limits) };
}

/** Counts one request against a rate limit. @returns seconds to wait if the limit is exceeded, else 0. */
export async function consumeRateLimit(ctx: AppContext, limit: RateLimit, key: string): Promise<number> {
  const [usage] = await ctx.rateLimiter.increment([[limit, hashKey(ctx, key)]]);
  return usage && usage.used > limit.points ? usage.seconds : 0;
}

/** Takes one count back: what was counted was right after all. */
export async function returnRateLimit(ctx: AppContext, limit: RateLimit, key: string): Promise<void> {
  await ctx.rateLimiter.decrement([[limit, hashKey(ctx, key)]]);
}

/** The cookie that lets this browser sign in to the account even while strangers are guessing its password. */
export function createDeviceCookie(ctx: AppContext, playerId: string, clientInfo: ClientInfo): string {
  const knownId = findDeviceId(ctx, playerId, clientInfo);
  const id = knownId ?? randomBytes(12).toString('base64url');
  const value = addDeviceToken(
    readCookie(clientInfo.cookies, prefixedCookieName(ctx, DEVICE_COOKIE)),
    `${id}.${signature(ctx, playerId, id)}`,
  );
  return serializeCookie(ctx, DEVICE_COOKIE, value, DEVICE_COOKIE_SECONDS);
}

/** Whether this browser was signed in to the account of a player before, as far as its cookie remembers. Only other services call this. */
export function wasSignedInHere(ctx: AppContext, playerId: string, clientInfo: ClientInfo): boolean {
  return findDeviceId(ctx, playerId, clientInfo) !== null;
}

/** The device id with which this browser was signed in to the account before, or null. */
function findDeviceId(ctx: AppContext, playerId: string, clientInfo: ClientInfo): string | null {
  for (const deviceToken of parseDeviceTokens(readCookie(clientInfo.cookies, prefixedCookieName(ctx, DEVICE_COOKIE)))) {
    const [id = '', given = ''] = deviceToken.split('.');
    const own = Buffer.from(signature(ctx, playerId, id));
    if (own.length === given.length && timingSafeEqual(own, Buffer.from(given))) return id;
  }
  return null;
}

function signature(ctx: AppContext, playerId: string, id: string): string {
  return createHmac('sha256', ctx.secret).update(`device ${playerId} ${id}`).digest('base64url').slice(0, 32);
}

/** Counter keys are hashed, so that reading the table reveals neither IP addresses nor emails. */
function hashKey(ctx: AppContext, ...parts: string[]): string {
  return toCounterKey(ctx.secret, `guard ${parts.join(' ')}`);
}
