import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.server.ts';

/** A request body may have this many bytes. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Plays one address may start in a minute: a school behind one address passes, a script does not. */
const PLAYS_A_MINUTE = 120;

export type Limits = {
  /** Counts one request to the public API. */
  api(address: string): Promise<Verdict>;
  /** Counts one start of a play. */
  play(address: string): Promise<Verdict>;
};
export type Verdict = { ok: boolean; headers: Record<string, string> };

/** Limits by address, kept in this process. */
export function createLimits(config: Config): Limits {
  const plays = new RateLimiterMemory({ points: PLAYS_A_MINUTE, duration: 60 });
  const api = config.apiRate > 0 ? new RateLimiterMemory({ points: config.apiRate, duration: 60 }) : null;
  return {
    api: (address) => (api ? count(api, address) : Promise.resolve(FREE)),
    play: (address) => count(plays, address),
  };
}

const FREE: Verdict = { ok: true, headers: {} };

async function count(limiter: RateLimiterMemory, address: string): Promise<Verdict> {
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

/** Who asks: the connection's address, or what the nearest configured proxy says of it. */
export function clientAddress(config: Config, req: IncomingMessage): string {
  const direct = req.socket.remoteAddress ?? 'unknown';
  if (config.trustedProxies === 0) return direct;
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return forwarded.at(-config.trustedProxies) ?? direct;
}
