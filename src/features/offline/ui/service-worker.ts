import { SYNC_TAG, flushRequestQueue } from '../../../web/request-queue.ts';
import { STORAGE_ENTRIES } from '../../../web/storage.ts';
import {
  extractFilePaths,
  isCacheablePage,
  markAsCached,
  isCacheableResponse,
  isCacheableFile,
  urlForOfflineFallback,
  getOldestOverLimit,
  extractImagePaths,
  getFetchStrategy,
} from '../rules.ts';
import {
  OFFLINE_FRAME,
  OFFLINE_PAGE,
  PAGES_MAX,
  REFRESHED_PAGES_MAX,
  FRESH_MS,
  type MessageFromWorker,
  type MessageToWorker,
} from '../schema.ts';
import type { FetchEvent, ServiceWorkerScope } from './service-worker-scope.ts';

// The service worker of the site: an entry of its own (vite.config.ts), served as /sw.js. Games are on another origin: it never sees them.

declare const self: ServiceWorkerScope;
/** Names the browser build that this worker came with. */
declare const BUILD: string;
/** Files of that build that the offline page loads when it needs them: its HTML does not name them. */
declare const LATER_FILES: string[];

const SHELL = `${STORAGE_ENTRIES.shell.key}${BUILD}`;
/** The shell's own parts beside the files that its page names. */
const SHELL_FILES = ['/manifest.webmanifest', '/icon.svg', '/brand/placeholder.svg', '/brand/kombi-wink.svg', '/brand/kombi-oops.svg'];
const FILES_MAX = 150;
/** With a page at hand, whoever waits longer than this for the network gets what is kept, in milliseconds. */
const NETWORK_TIMEOUT_MS = 8_000;

/** Only who agreed to it, or installed the site, has visited pages kept: the page says so in the worker's address. */
const VISIT_CACHES = [STORAGE_ENTRIES.pages.key, STORAGE_ENTRIES.files.key];
const cachesPages = new URL(self.location.href).searchParams.has('pages');
let wasOnline = true;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(flushRequestQueue().then(() => broadcast({ kind: 'sent' })));
});
self.addEventListener('message', (event) => {
  const message = event.data as MessageToWorker;
  if (message.kind === 'take-over') void self.skipWaiting();
  if (message.kind === 'visited') event.waitUntil(cacheVisitedPage(message.address, message.mayFetch));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const requestInfo = { method: request.method, url: new URL(request.url), origin: self.location.origin };
  const strategy = getFetchStrategy({ ...requestInfo, isNavigation: request.mode === 'navigate', cache: request.cache });
  if (strategy === 'file') event.respondWith(respondWithFile(event));
  if (strategy === 'page') event.respondWith(respondWithPage(event));
});

/** As a visitor, whoever is signed in: what is kept must be nobody's. What the browser has already is not fetched again. */
async function fetchAsVisitor(address: string): Promise<Response> {
  const isImmutable = address.startsWith('/assets/');
  const response = await fetch(address, { credentials: 'omit', cache: isImmutable ? 'default' : 'no-cache' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}

async function install(): Promise<void> {
  const shell = await caches.open(SHELL);
  const page = await fetchAsVisitor(OFFLINE_PAGE);
  const files = new Set([...extractFilePaths(await page.clone().text()), ...LATER_FILES, ...SHELL_FILES]);
  for (const [address, response] of [
    [OFFLINE_PAGE, page],
    [OFFLINE_FRAME, await fetchAsVisitor(OFFLINE_FRAME)],
  ] as const) {
    if (!isCacheableResponse(response)) throw new Error(`${address} may not be kept`);
    await shell.put(address, response);
  }
  await Promise.all([...files].map(async (address) => shell.put(address, await fetchAsVisitor(address))));
}

/** Pages go with the build that they belong to: a page never meets the files of another one. The last ones are fetched anew. */
async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(STORAGE_ENTRIES.shell.key) && name !== SHELL);
  const isNew = old.length > 0;
  const visited = isNew && cachesPages ? await listPages() : [];
  const obsolete = [...old, ...(isNew || !cachesPages ? VISIT_CACHES : [])];
  await Promise.all(obsolete.map((name) => caches.delete(name)));
  if (cachesPages) for (const name of VISIT_CACHES) await caches.open(name);
  await self.clients.claim();
  // Not waited for: pages are answered only once this is done.
  void refreshPages(visited.slice(-REFRESHED_PAGES_MAX));
}

async function listPages(): Promise<string[]> {
  if (!(await caches.has(STORAGE_ENTRIES.pages.key))) return [];
  const pages = await caches.open(STORAGE_ENTRIES.pages.key);
  return (await pages.keys()).map(({ url }) => getPath(url));
}

async function refreshPages(paths: string[]): Promise<void> {
  for (const address of paths) await cacheVisitedPage(address, true);
}

function getPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Keeps a visited page as every visitor sees it, with what it is made of: walking about the site fetches only its data, the pages of
 * who is signed in are never kept, and the first page of all came before there was a worker.
 */
async function cacheVisitedPage(address: string, mayFetch: boolean): Promise<void> {
  if (!cachesPages || !isCacheablePage(new URL(address, self.location.origin).pathname)) return;
  try {
    const cached = await caches.match(address, { cacheName: STORAGE_ENTRIES.pages.key, ignoreVary: true });
    const isFresh = cached !== undefined && Date.now() - Date.parse(cached.headers.get('date') ?? '') < FRESH_MS;
    const page = isFresh || !mayFetch ? cached : await fetchAsVisitor(address);
    if (!page || !isCacheableResponse(page)) return;
    if (page !== cached) await addToCache(STORAGE_ENTRIES.pages.key, address, page.clone(), PAGES_MAX);
    const html = await page.text();
    for (const file of extractFilePaths(html)) await cacheFile(file, {});
    // Only what was shown: the browser has it already.
    for (const picture of extractImagePaths(html)) await cacheFile(picture, { cache: 'only-if-cached', mode: 'same-origin' });
  } catch {
    // Without a network, or gone meanwhile: then it is not kept.
  }
}

async function cacheFile(address: string, options: RequestInit): Promise<void> {
  if (!(await caches.has(STORAGE_ENTRIES.files.key))) return;
  if (await caches.match(address, { ignoreVary: true })) return;
  const response = await fetch(address, { credentials: 'omit', ...options }).catch(() => null);
  if (response && isCacheableFile(response, address)) await addToCache(STORAGE_ENTRIES.files.key, address, response, FILES_MAX);
}

async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request.url, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (cachesPages && isCacheableFile(response, new URL(request.url).pathname))
    event.waitUntil(addToCache(STORAGE_ENTRIES.files.key, request.url, response.clone(), FILES_MAX));
  return response;
}

async function respondWithPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const isFrame = new URL(request.url).pathname === OFFLINE_FRAME;
  const cached = await findCachedPage(request);
  const fromNetwork = fetch(request);
  try {
    const response = await (cached ? Promise.race([fromNetwork, rejectAfterTimeout()]) : fromNetwork);
    // Something on the way answers for our server, which it cannot reach.
    if (cached && response.status >= 502 && response.status <= 504) return isFrame ? cached : await withCachedMark(cached);
    setNetworkState(true);
    // The one page of the shell that decides about safety: never an old one where there is a network.
    if (isFrame && isCacheableResponse(response))
      event.waitUntil(addToCache(SHELL, OFFLINE_FRAME, response.clone(), Number.POSITIVE_INFINITY));
    if (cachesPages && isCacheableResponse(response) && isCacheablePage(new URL(request.url).pathname)) {
      event.waitUntil(addToCache(STORAGE_ENTRIES.pages.key, request.url, response.clone(), PAGES_MAX));
    }
    return response;
  } catch {
    // Late, it may still fail: nobody waits for it any more.
    fromNetwork.catch(() => {});
    // Given up by the page, not by the network: another link was pressed.
    if (request.signal.aborted) return Response.error();
    setNetworkState(false);
    if (cached) return isFrame ? cached : withCachedMark(cached);
    if (isShellPage(request.url)) return Response.error();
    return Response.redirect(new URL(urlForOfflineFallback(new URL(request.url)), self.location.origin).href, 302);
  }
}

function isShellPage(url: string): boolean {
  return [OFFLINE_PAGE, OFFLINE_FRAME].includes(new URL(url, self.location.origin).pathname);
}

async function findCachedPage(request: Request): Promise<Response | undefined> {
  if (isShellPage(request.url)) return caches.match(request.url, { cacheName: SHELL, ignoreVary: true, ignoreSearch: true });
  return cachesPages ? caches.match(request.url, { cacheName: STORAGE_ENTRIES.pages.key, ignoreVary: true }) : undefined;
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('too slow')), NETWORK_TIMEOUT_MS));
}

async function withCachedMark(page: Response): Promise<Response> {
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(markAsCached(await page.text()), { status: page.status, headers });
}

/**
 * The newest stand last. A cache that is not there was taken away: by a page where it was rejected that anything is kept; this worker may
 * live on for a while. Scripts and styles do not count: they go with their build, and the pages need them.
 */
async function addToCache(name: string, address: string, response: Response, maxEntries: number): Promise<void> {
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, response);
  const countedKeys = (await cache.keys()).filter(({ url }) => !getPath(url).startsWith('/assets/'));
  await Promise.all(getOldestOverLimit(countedKeys, maxEntries).map((oldKey) => cache.delete(oldKey)));
}

/** Pages hear when the network is lost, and when it is back. */
function setNetworkState(isReachable: boolean): void {
  if (isReachable && wasOnline) return;
  wasOnline = isReachable;
  void broadcast({ kind: 'network', reached: isReachable });
}

async function broadcast(message: MessageFromWorker): Promise<void> {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(message, {});
}
