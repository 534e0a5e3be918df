import type { ServerBuild } from 'react-router';
import { STUDIO_PATH } from '../features/studio/rules.ts';
import { OFFLINE_FRAME } from '../shared/offline-games.ts';
import { cacheByAddress } from './address-cache.ts';
import { parseRequestTarget } from './request-target.ts';
import { createRoutePatterns } from './route-handles.ts';
import { SECURITY_TXT_PATH } from './security-txt.ts';
import { SITEMAPS } from './seo.ts';
import type { StaticFiles } from './static-files.ts';

// What log and figures call the address of a request: a pattern from our own lists, never what somebody sent.

const UNKNOWN = 'unknown';

/** What is served outside of the pages. The first that matches holds. */
const ENDPOINTS: readonly (readonly [path: RegExp, pattern: string])[] = [
  [/^\/assets\//, '/assets/*'],
  [/^\/media\//, '/media/*'],
  [/^\/avatars\/of\//, '/avatars/of/*'],
  [/^\/avatars\/parts\//, '/avatars/parts/:name'],
  [/^\/api\/v1\/(?:games|search|genres)$/, ''],
  [/^\/api\/v1\/games\/[^/]+$/, '/api/v1/games/:id'],
  [/^\/api\//, '/api/*'],
  [/^\/webhooks\/[^/]+$/, '/webhooks/:provider'],
];

/** Addresses that are their own pattern. */
const OWN_PATTERNS: ReadonlySet<string> = new Set([
  ...Object.keys(SITEMAPS),
  STUDIO_PATH,
  OFFLINE_FRAME,
  SECURITY_TXT_PATH,
  '/robots.txt',
  '/favicon.ico',
]);

/** Returns what the address of a request to the site is called: for unknown ones the pattern of the page that says so. */
export function createPatterns({
  pages,
  assets,
}: {
  pages: ServerBuild | (() => Promise<ServerBuild>);
  assets: StaticFiles | null;
}): (url: string) => string {
  const patternOf = typeof pages === 'function' ? () => UNKNOWN : createRoutePatterns(pages);
  return createCachedPatterns((path, pathname) => {
    const endpoint = ENDPOINTS.find(([each]) => each.test(path))?.[1];
    if (endpoint !== undefined) return endpoint || path;
    if (OWN_PATTERNS.has(path)) return path;
    if (assets?.has(path)) return 'file of the site';
    return patternOf(pathname);
  });
}

/** The same for the games' origin. */
export function createGamePatterns(): (url: string) => string {
  return createCachedPatterns((path) => `games:${/^\/(kit|games|t)\//.exec(path)?.[0] ?? ''}*`);
}

/** @param find is given the path decoded, and as it was sent */
function createCachedPatterns(find: (path: string, pathname: string) => string): (url: string) => string {
  const patternOf = cacheByAddress((address) => {
    const target = parseRequestTarget(address);
    return target === null ? UNKNOWN : find(target.path, target.pathname);
  });
  return (url) => patternOf(url.split('?', 1)[0] ?? '');
}
