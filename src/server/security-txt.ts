import { Hono } from 'hono';
import type { AppContext } from '../context.server.ts';
import { CACHE_SECONDS_HEADER } from './response-cache.ts';

export const SECURITY_TXT_PATH = '/.well-known/security.txt';

const DAY_MS = 86_400_000;
/** RFC 9116 asks for less than a year: whoever finds a copy that is older should look again. */
const EXPIRES_DAYS = 180;

/**
 * Serves security.txt (RFC 9116): where people who find a hole in the site's security can say so. Its date always lies half a year ahead, so
 * that it does not expire while the site runs.
 */
export function securityTxtRoutes({ config, now }: AppContext): Hono {
  const app = new Hono();
  app.get(SECURITY_TXT_PATH, (c) => {
    const today = Math.floor(now().getTime() / DAY_MS);
    const lines = [
      `Contact: mailto:${config.supportMail}`,
      `Contact: ${config.origin}/contact`,
      `Expires: ${new Date((today + EXPIRES_DAYS) * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, sw',
      `Canonical: ${config.origin}${SECURITY_TXT_PATH}`,
    ];
    return c.body(`${lines.join('\n')}\n`, 200, { 'content-type': 'text/plain; charset=utf-8', [CACHE_SECONDS_HEADER]: '3600' });
  });
  return app;
}
