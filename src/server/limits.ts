import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.server.ts';

/** A request body may have this many bytes. */
const BODY_BYTES_MAX = 64 * 1024;
/** Where pictures are brought: what is beyond their own limit is read past, so that the page can say so kindly. */
const PICTURE_FORMS = /^\/(avatar-customization|operator\/(items|templates))(\.data)?$/;
const PICTURE_BODY_BYTES_MAX = 32 * 1024 * 1024;
// What one address may do in a minute: a school behind one address passes, a script does not. 'mine' counts one player.
const REQUESTS_PER_MINUTE = { play: 120, beat: 1200, mine: 120 };

export type HttpRateLimiters = {
  /** Counts one request to the public API. */
  api(address: string): Promise<RateLimitResult>;
  /** Counts one start of a play or one heartbeat of an address, or one change that a player makes to what is theirs. */
  action(what: keyof typeof REQUESTS_PER_MINUTE, key: string): Promise<RateLimitResult>;
};
type RateLimitResult = { ok: boolean; headers: Record<string, string> };

/** How many bytes a form may have at an address. */
export function bodyBytesMax(pathname: string): number {
  return PICTURE_FORMS.test(pathname) ? PICTURE_BODY_BYTES_MAX : BODY_BYTES_MAX;
}

/** Limits by address, kept in this process. */
export function createHttpRateLimiters(config: Config): HttpRateLimiters {
  const limiters = {
    play: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.play, duration: 60 }),
    beat: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.beat, duration: 60 }),
    mine: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.mine, duration: 60 }),
  };
  const api = config.apiRate > 0 ? new RateLimiterMemory({ points: config.apiRate, duration: 60 }) : null;
  return {
    api: (address) => (api ? consume(api, address) : Promise.resolve(UNLIMITED)),
    action: (what, who) => consume(limiters[what], who),
  };
}

const UNLIMITED: RateLimitResult = { ok: true, headers: {} };

async function consume(limiter: RateLimiterMemory, address: string): Promise<RateLimitResult> {
  const state: { ok: boolean; res: RateLimiterRes } = await limiter.consume(address).then(
    (res) => ({ ok: true, res }),
    (res: RateLimiterRes) => ({ ok: false, res }),
  );
  const seconds = String(Math.max(1, Math.ceil(state.res.msBeforeNext / 1000)));
  return {
    ok: state.ok,
    headers: {
      'ratelimit-limit': String(limiter.points),
      'ratelimit-remaining': String(Math.max(0, state.res.remainingPoints)),
      'ratelimit-reset': seconds,
      ...(state.ok ? {} : { 'retry-after': seconds }),
    },
  };
}

/**
 * Who asks: the connection's address, or what the nearest configured proxy says of it. Of an IPv6 address only the
 * network counts (/64): one household has all the rest to choose from.
 */
export function clientAddress(config: Config, req: IncomingMessage): string {
  const direct = req.socket.remoteAddress ?? 'unknown';
  if (config.trustedProxies === 0) return normalizeIp(direct);
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return normalizeIp(forwarded.at(-config.trustedProxies) ?? direct);
}

function normalizeIp(given: string): string {
  // Some proxies name the port too.
  const address = given.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIP(address) !== 6) return address.slice(0, 64);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
