import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.server.ts';
import type { AppContext } from '../context.server.ts';
import { SAVE_BYTES_MAX } from '../features/games/saves/schema.ts';
import { createBatchedRateLimiter, type BatchedRateLimiter } from '../infra/batched-rate-limiter.ts';
import { toStoredKey } from '../infra/counter-key.ts';
import { logExceededLimit } from '../infra/security-log.ts';
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
/** What a game saves: in a form each byte of it takes up to three. */
const SAVE_FORMS = /^\/games\/[A-Za-z0-9_-]{1,64}\/save$/;
const SAVE_BODY_BYTES_MAX = 3 * SAVE_BYTES_MAX + 1024;
/** Per IP address: high enough for a school behind one address, too low for a script. 'mine' and 'save' are counted per player. */
const ACTION_LIMITS = {
  play: { name: 'play', points: 120, seconds: 60 },
  beat: { name: 'beat', points: 1200, seconds: 60 },
  mine: { name: 'mine', points: 120, seconds: 60 },
  save: { name: 'save', points: 20, seconds: 60 },
};

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
  /**
   * Counts one started play or one heartbeat of an IP address ('play', 'beat'), or one change by a player to their own data ('mine'), or what
   * a game saves for them ('save').
   */
  action(what: keyof typeof ACTION_LIMITS, key: string): Promise<RateLimitResult>;
};
type OnExceeded = (limit: Pick<RateLimit, 'name' | 'points'>, key: string) => void;
type RateLimitResult = { ok: boolean; headers: Record<string, string> };

/** Maximum size of a form at a path, in bytes. */
export function bodyBytesMax(pathname: string): number {
  if (SAVE_FORMS.test(pathname)) return SAVE_BODY_BYTES_MAX;
  return PICTURE_FORMS.test(pathname) ? PICTURE_BODY_BYTES_MAX : BODY_BYTES_MAX;
}

/**
 * The limits of requests, which all processes count together. The first count above a limit, so once in a window, is an event of the
 * security log.
 */
export function createHttpRateLimiters(ctx: AppContext): HttpRateLimiters {
  const { config } = ctx;
  const onExceeded: OnExceeded = (limit, key) => logExceededLimit(ctx.logSecurity, limit, key);
  const batched = createPageLimiter(ctx, onExceeded);
  const api: RateLimit | null = config.apiRate > 0 ? { name: 'api', points: config.apiRate, seconds: 60 } : null;
  const count = async (limit: RateLimit, key: string): Promise<RateLimitResult> => {
    const counted = await ctx.requestLimits.consume(limit, key);
    if (counted.isFirstAbove) onExceeded(limit, key);
    const seconds = String(counted.seconds);
    return {
      ok: !counted.isExceeded,
      headers: {
        'ratelimit-limit': String(limit.points),
        'ratelimit-remaining': String(counted.remaining),
        'ratelimit-reset': seconds,
        ...(counted.isExceeded && { 'retry-after': seconds }),
      },
    };
  };
  const pageLimits = { visitors: toPageLimits(config.pageRate, 'visitors'), player: toPageLimits(config.pageRate, 'player') };
  return {
    page(who, isSearch) {
      if (config.pageRate === 0) return 0;
      const [limits, key] = 'playerId' in who ? [pageLimits.player, who.playerId] : [pageLimits.visitors, who.address];
      const wait = isSearch ? batched.consume(limits.searches, key) : 0;
      return wait > 0 ? wait : batched.consume(limits.pages, key);
    },
    api: (address) => (api === null ? Promise.resolve(UNLIMITED) : count(api, address)),
    action: (what, who) => count(ACTION_LIMITS[what], who),
  };
}

function createPageLimiter({ db, now, log, secret }: AppContext, onExceeded: OnExceeded): BatchedRateLimiter {
  return createBatchedRateLimiter({
    db,
    now,
    toStoredKey: (key) => toStoredKey(secret, 'page', key),
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
