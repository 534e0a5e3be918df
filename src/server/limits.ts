import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.server.ts';
import { toCountedAddress } from '../shared/ip-address.ts';
import type { RateLimit } from '../shared/rate-limit.ts';

/** Maximum size of a request body, in bytes. */
const BODY_BYTES_MAX = 64 * 1024;
/**
 * Forms with a picture. A body beyond the picture's own limit is still read, up to the maximum below, so that the page can show a helpful
 * error.
 */
const PICTURE_FORMS = /^\/(avatar-customization|operator\/(items|templates))(\.data)?$/;
const PICTURE_BODY_BYTES_MAX = 32 * 1024 * 1024;
// Per minute and IP address: high enough for a school behind one address, too low for a script. 'mine' is counted per player.
const REQUESTS_PER_MINUTE = { play: 120, beat: 1200, mine: 120 };

export type HttpRateLimiters = {
  /** Counts one request to the public API. */
  api(address: string): Promise<RateLimitResult>;
  /** Counts one started play or one heartbeat of an IP address ('play', 'beat'), or one change by a player to their own data ('mine'). */
  action(what: keyof typeof REQUESTS_PER_MINUTE, key: string): Promise<RateLimitResult>;
};
type OnExceeded = (limit: Pick<RateLimit, 'name' | 'points'>, key: string) => void;
type RateLimitResult = { ok: boolean; headers: Record<string, string> };

/** Maximum size of a form at a path, in bytes. */
export function bodyBytesMax(pathname: string): number {
  return PICTURE_FORMS.test(pathname) ? PICTURE_BODY_BYTES_MAX : BODY_BYTES_MAX;
}

/**
 * Rate limiters in the memory of this process.
 * @param onExceeded called with the first count above a limit, so once in a window
 */
export function createHttpRateLimiters(config: Config, onExceeded: OnExceeded): HttpRateLimiters {
  const limiters = {
    play: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.play, duration: 60 }),
    beat: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.beat, duration: 60 }),
    mine: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.mine, duration: 60 }),
  };
  const api = config.apiRate > 0 ? new RateLimiterMemory({ points: config.apiRate, duration: 60 }) : null;
  return {
    api: (address) =>
      api ? consume(api, address, () => onExceeded({ name: 'api', points: api.points }, address)) : Promise.resolve(UNLIMITED),
    action: (what, who) => consume(limiters[what], who, () => onExceeded({ name: what, points: REQUESTS_PER_MINUTE[what] }, who)),
  };
}

const UNLIMITED: RateLimitResult = { ok: true, headers: {} };

async function consume(limiter: RateLimiterMemory, address: string, onExceeded: () => void): Promise<RateLimitResult> {
  const state: { ok: boolean; res: RateLimiterRes } = await limiter.consume(address).then(
    (res) => ({ ok: true, res }),
    (res: RateLimiterRes) => ({ ok: false, res }),
  );
  if (state.res.consumedPoints === limiter.points + 1) onExceeded();
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

/** The client's IP address as it is counted: that of the connection, or the one that the nearest trusted proxy reports. */
export function clientAddress(config: Config, req: IncomingMessage): string {
  const direct = req.socket.remoteAddress ?? 'unknown';
  if (config.trustedProxies === 0) return toCountedAddress(direct);
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return toCountedAddress(forwarded.at(-config.trustedProxies) ?? direct);
}
