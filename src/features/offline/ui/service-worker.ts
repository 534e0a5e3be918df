import { OFFLINE_FRAME } from '../../../shared/offline-games.ts';
import type { MessageFromWorker, MessageToWorker, PushPayload } from '../../../shared/service-worker-messages.ts';
import { toRenewalFields } from '../../../web/push-subscription.ts';
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
import { BUILD_HEADER, OFFLINE_PAGE, PAGES_MAX, REFRESHED_PAGES_MAX, FRESH_MS } from '../schema.ts';
import type { FetchEvent, ServiceWorkerScope, SubscriptionChangeEvent } from './service-worker-scope.ts';

// The site's service worker: a separate build entry (vite.config.ts), served as /sw.js. Games are on another origin, so it never handles
// their requests.

declare const self: ServiceWorkerScope;
/** Identifies the browser build that this worker belongs to. */
declare const BUILD: string;
/** Files of that build that the offline page loads on demand: its HTML does not reference them. */
declare const LATER_FILES: string[];

const SHELL = `${STORAGE_ENTRIES.shell.key}${BUILD}`;
/** Parts of the shell that its pages do not reference. */
const SHELL_FILES = [
  '/manifest.webmanifest',
  '/icon.svg',
  '/brand/placeholder.svg',
  '/brand/kombi-wink.svg',
  '/brand/kombi-oops.svg',
  // In toasts about what was done offline.
  '/stickers/heart.svg',
  '/stickers/shield.svg',
];
const FILES_MAX = 150;
/** If a cached page exists, it is used when the network takes longer than this, in milliseconds. */
const NETWORK_TIMEOUT_MS = 8_000;

/** Visited pages are cached only if the user consented; the page passes that in the worker's URL. */
const VISIT_CACHES = [STORAGE_ENTRIES.pages.key, STORAGE_ENTRIES.files.key];
const cachesPages = new URL(self.location.href).searchParams.has('pages');
let wasOnline = true;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(flushRequestQueue().then(() => broadcast({ kind: 'sent' })));
});
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNotification(event.data.json() as PushPayload));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
self.addEventListener('message', (event) => {
  const message = event.data as MessageToWorker;
  if (message.kind === 'take-over') void self.skipWaiting();
  if (message.kind === 'claim') event.waitUntil(self.clients.claim());
  if (message.kind === 'visited') event.waitUntil(cacheVisitedPage(message.address, message.mayFetch));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const requestInfo = { method: request.method, url: new URL(request.url), origin: self.location.origin };
  const strategy = getFetchStrategy({ ...requestInfo, isNavigation: request.mode === 'navigate', cache: request.cache });
  if (strategy === 'file') event.respondWith(respondWithFile(event));
  if (strategy === 'page') event.respondWith(respondWithPage(event));
});

/** One with the same tag takes the place of the one before, without a sound. */
function showNotification({ title, text, url, tag }: PushPayload): Promise<void> {
  return self.registration.showNotification(title, { body: text, tag, icon: '/icons/icon-192.png', data: url });
}

/** Brings an open page of ours to the front, which may be a game that goes on, and whose bell shows what is new; or opens the page. */
async function openPage(url: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const target = new URL(url, self.location.origin);
  await (page ? page.focus() : self.clients.openWindow(target.origin === self.location.origin ? target.href : '/'));
}

/**
 * The browser gave this worker a new subscription, or ended the old one. Somebody else may be signed in by now, or the browser turned off: so
 * the server is told which one it had, and where that is not theirs, the browser has none any more.
 */
async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChangeEvent): Promise<void> {
  const subscription = newSubscription ?? (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  if (!oldSubscription || (await isRenewalRefused(subscription, oldSubscription.endpoint))) await subscription.unsubscribe();
}

/**
 * Sends the server a subscription in place of the old one.
 * @returns whether it says that this is not the viewer's. Where nobody is signed in, it answers with a redirect. A server that is busy refuses
 * nothing
 */
async function isRenewalRefused(subscription: PushSubscription, old: string): Promise<boolean> {
  const body = new URLSearchParams(toRenewalFields(subscription, old));
  const { type, status } = await fetch('/settings?tab=notifications', { method: 'POST', body, redirect: 'manual' });
  return type === 'opaqueredirect' || (status >= 300 && status < 500 && status !== 429);
}

/**
 * Fetches as a visitor, even if someone is signed in: cached content must not be personal. Immutable files may come from the HTTP cache.
 */
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
    // During an upgrade a process of another build may answer. The browser tries again later.
    if (response.headers.get(BUILD_HEADER) !== BUILD) throw new Error(`${address} is of another build`);
    await shell.put(address, response);
  }
  await Promise.all([...files].map(async (address) => shell.put(address, await fetchAsVisitor(address))));
}

/** Cached pages belong to one build: a page must never load the files of another build. The latest pages are fetched again. */
async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(STORAGE_ENTRIES.shell.key) && name !== SHELL);
  const isNew = old.length > 0;
  const visited = isNew && cachesPages ? await listPages() : [];
  const obsolete = [...old, ...(isNew || !cachesPages ? VISIT_CACHES : [])];
  await Promise.all(obsolete.map((name) => caches.delete(name)));
  if (cachesPages) for (const name of VISIT_CACHES) await caches.open(name);
  await self.clients.claim();
  // Not awaited: requests for pages wait until activation is done.
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
 * Caches a visited page as a visitor sees it, with its files. It is fetched again because client-side navigation fetches only data, pages
 * of signed-in users are never cached, and the very first page loaded before there was a worker.
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
    // Only images that were shown: they are in the HTTP cache already.
    for (const picture of extractImagePaths(html)) await cacheFile(picture, { cache: 'only-if-cached', mode: 'same-origin' });
  } catch {
    // Offline, or the page no longer exists: then it is not cached.
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
    // A proxy responds instead of our server, which it cannot reach.
    if (cached && response.status >= 502 && response.status <= 504) return isFrame ? cached : await withCachedMark(cached);
    setNetworkState(true);
    // The frame is the one part of the shell that matters for security: never use an old one while there is a network.
    if (isFrame && isCacheableResponse(response))
      event.waitUntil(addToCache(SHELL, OFFLINE_FRAME, response.clone(), Number.POSITIVE_INFINITY));
    if (cachesPages && isCacheableResponse(response) && isCacheablePage(new URL(request.url).pathname)) {
      event.waitUntil(addToCache(STORAGE_ENTRIES.pages.key, request.url, response.clone(), PAGES_MAX));
    }
    return response;
  } catch {
    // Prevents an unhandled rejection if it fails later.
    fromNetwork.catch(() => {});
    // The page aborted the request, not the network: the user followed another link.
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
 * Adds an entry at the end, so that the newest are last. If the cache does not exist, a page has deleted it because the user withdrew
 * consent; this worker may live on for a while. Scripts and styles do not count as entries: they are deleted with their build, and the
 * pages need them.
 */
async function addToCache(name: string, address: string, response: Response, maxEntries: number): Promise<void> {
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, response);
  const countedKeys = (await cache.keys()).filter(({ url }) => !getPath(url).startsWith('/assets/'));
  await Promise.all(getOldestOverLimit(countedKeys, maxEntries).map((oldKey) => cache.delete(oldKey)));
}

/** Notifies the pages when the network is lost, and when it is back. */
function setNetworkState(isReachable: boolean): void {
  if (isReachable && wasOnline) return;
  wasOnline = isReachable;
  void broadcast({ kind: 'network', reached: isReachable });
}

async function broadcast(message: MessageFromWorker): Promise<void> {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(message, {});
}
