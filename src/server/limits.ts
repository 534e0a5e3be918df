import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.server.ts';
import type { AppContext } from '../context.server.ts';
import { createBatchedRateLimiter, type BatchedRateLimiter } from '../infra/batched-rate-limiter.ts';
import { toCounterKey } from '../infra/counter-key.ts';
import { logExceededLimit } from '../infra/security-log.ts';
import { isId } from '../shared/ids.ts';
import { toCountedAddress } from '../shared/ip-address.ts';
import type { RateLimit } from '../shared/rate-limit.ts';

/** Maximum size of a request body, in bytes. */
const BODY_BYTES_MAX = 64 * 1024;
/**
 * Forms with a picture or the files of a game. A body beyond the picture's own limit is still read, up to the maximum below, so that the page can show a helpful
 * error.
 */
const PICTURE_FORMS = /^\/(avatar-customization|operator\/(items|templates|games\/new|games\/[A-Za-z0-9_-]{1,64}\/edit))(\.data)?$/;
const PICTURE_BODY_BYTES_MAX = 32 * 1024 * 1024;
// Per minute and IP address: high enough for a school behind one address, too low for a script. 'mine' is counted per player.
const REQUESTS_PER_MINUTE = { play: 120, beat: 1200, mine: 120 };

/**
 * Parts of PAGE_RATE. A school's visitors share an address, and most of their pages come from a cache, which counts for nobody; a search is
 * made for whoever asks.
 */
const PAGE_PARTS = { visitors: { pages: 1, searches: 1 / 4 }, player: { pages: 1 / 10, searches: 1 / 50 } };

export type HttpRateLimiters = {
  /**
   * Counts one page, or one request for a page's data, that has to be rendered: of all visitors of an IP address, or of one player. All
   * processes count together.
   * @param isSearch whether it searches, which costs more
   * @returns the seconds to wait if that exceeds a limit, 0 otherwise
   */
  page(who: { address: string } | { playerId: string }, isSearch: boolean): number;
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
 * Rate limiters in the memory of this process, and one for pages that counts with the other processes. The first count above a limit, so
 * once in a window, is an event of the security log.
 */
export function createHttpRateLimiters(ctx: AppContext): HttpRateLimiters {
  const { config } = ctx;
  const onExceeded: OnExceeded = (limit, key) => logExceededLimit(ctx.logSecurity, limit, key);
  const batched = createPageLimiter(ctx, onExceeded);
  const limiters = {
    play: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.play, duration: 60 }),
    beat: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.beat, duration: 60 }),
    mine: new RateLimiterMemory({ points: REQUESTS_PER_MINUTE.mine, duration: 60 }),
  };
  const api = config.apiRate > 0 ? new RateLimiterMemory({ points: config.apiRate, duration: 60 }) : null;
  const pageLimits = { visitors: toPageLimits(config.pageRate, 'visitors'), player: toPageLimits(config.pageRate, 'player') };
  return {
    page(who, isSearch) {
      if (config.pageRate === 0) return 0;
      const [limits, key] = 'playerId' in who ? [pageLimits.player, who.playerId] : [pageLimits.visitors, who.address];
      const wait = isSearch ? batched.consume(limits.searches, key) : 0;
      return wait > 0 ? wait : batched.consume(limits.pages, key);
    },
    api: (address) =>
      api ? consume(api, address, () => onExceeded({ name: 'api', points: api.points }, address)) : Promise.resolve(UNLIMITED),
    action: (what, who) => consume(limiters[what], who, () => onExceeded({ name: what, points: REQUESTS_PER_MINUTE[what] }, who)),
  };
}

function createPageLimiter({ db, now, log, secret }: AppContext, onExceeded: OnExceeded): BatchedRateLimiter {
  // What identifies somebody who is not signed in is stored as a keyed hash.
  const hash = (key: string) => toCounterKey(secret, `page ${key}`);
  return createBatchedRateLimiter({
    db,
    now,
    toStoredKey: (key) => (isId(key) ? key : hash(key)),
    onExceeded,
    onError: (error) => log.warn({ err: error }, 'the processes count pages apart: the database did not take the counts'),
  });
}

function toPageLimits(rate: number, of: keyof typeof PAGE_PARTS): { pages: RateLimit; searches: RateLimit } {
  const { pages, searches } = PAGE_PARTS[of];
  return {
    pages: { name: `pages of ${of}`, points: Math.ceil(rate * pages), seconds: 60 },
    searches: { name: `searches of ${of}`, points: Math.ceil(rate * searches), seconds: 60 },
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
