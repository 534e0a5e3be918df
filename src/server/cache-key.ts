import { STUDIO_PATH } from '../features/studio/rules.ts';
import { selectParams } from '../request/page-loader.ts';
import { OFFLINE_FRAME } from '../shared/offline-games.ts';
import type { PageHandle } from '../shared/page-handle.ts';
import { API_PARAMS, API_PATH } from './api.ts';
import type { RequestTarget } from './request-target.ts';
import type { RouteHandles } from './route-handles.ts';
import { SECURITY_TXT_PATH } from './security-txt.ts';
import { SITEMAPS } from './seo.ts';
import type { StaticFiles } from './static-files.ts';

const CACHE_KEY_LENGTH_MAX = 1024;

/** The handle of what is never shared between visitors. */
export const NOT_SHARED: PageHandle = { params: 'any', isShared: false };

/**
 * What is served outside of the pages, by its path, or by the start of the path if that ends with a slash. What is shared of it is the same for
 * everybody, whatever they say about who they are.
 */
const ENDPOINT_HANDLES: readonly (readonly [path: string, handle: PageHandle])[] = [
  ['/assets/', NOT_SHARED],
  ['/media/', NOT_SHARED],
  ['/avatars/of/', NOT_SHARED],
  [STUDIO_PATH, NOT_SHARED],
  ['/avatars/parts/', NOT_SHARED],
  [OFFLINE_FRAME, NOT_SHARED],
  [API_PATH, { params: API_PARAMS, isShared: true }],
  ...Object.entries(SITEMAPS).map(([path, params]) => [path, { params, isShared: true }] as const),
  ['/robots.txt', { params: [], isShared: true }],
  [SECURITY_TXT_PATH, { params: [], isShared: true }],
  ['/favicon.ico', { params: [], isShared: true }],
];

/** React Router's own parameters: the routes whose data a data request asks for, and the mark of an index route's action. */
export const ROUTER_PARAMS = ['_routes', 'index'];

/**
 * The cache key of a shared response: the path and the declared parameters, so that an undeclared one does not create a duplicate entry.
 * Null if the response is not shared (files, long URLs, in development).
 * @param handleFor the handle of a page
 */
export function getCacheKey({ path, pathname, query }: RequestTarget, assets: StaticFiles | null, handleFor: RouteHandles): string | null {
  if (assets === null || assets.has(path)) return null;
  const endpoint = ENDPOINT_HANDLES.find(([each]) => (each.endsWith('/') ? path.startsWith(each) : path === each))?.[1];
  const { params, isShared } = endpoint ?? handleFor(pathname);
  if (!isShared || params === 'any') return null;
  const address = `${pathname}${toSearch(selectParams(endpoint ? params : [...params, ...ROUTER_PARAMS], query))}`;
  return address.length <= CACHE_KEY_LENGTH_MAX ? address : null;
}

/** The query of an address, with its question mark. */
export function toSearch(params: URLSearchParams): string {
  return params.size > 0 ? `?${params.toString()}` : '';
}
