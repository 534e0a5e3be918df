import { SYNC_TAG, flushRequestQueue } from '../../../web/send-later.ts';
import { STORAGE_ENTRIES } from '../../../web/storage.ts';
import { filesOf, isForKeeping, markKept, mayKeep, mayKeepFile, offlineInstead, overflowing, picturesOf, wayOf } from '../rules.ts';
import { OFFLINE_FRAME, OFFLINE_PAGE, PAGES_MAX, RENEWED_MAX, YOUNG_MS, type FromWorker, type ToWorker } from '../schema.ts';
import type { Fetching, WorkerScope } from './worker-scope.ts';

// The service worker of the site: an entry of its own (vite.config.ts), served as /sw.js. Games are on another origin: it never sees them.

declare const self: WorkerScope;
/** Names the browser build that this worker came with. */
declare const BUILD: string;
/** Files of that build that the offline page loads when it needs them: its HTML does not name them. */
declare const LATER_FILES: string[];

const SHELL = `${STORAGE_ENTRIES.shell.key}${BUILD}`;
/** The shell's own parts beside the files that its page names. */
const PARTS = ['/manifest.webmanifest', '/icon.svg', '/brand/placeholder.svg', '/brand/kombi-wink.svg', '/brand/kombi-oops.svg'];
const FILES_MAX = 150;
/** With a page at hand, whoever waits longer than this for the network gets what is kept, in milliseconds. */
const PATIENCE_MS = 8_000;

/** Only who agreed to it, or installed the site, has visited pages kept: the page says so in the worker's address. */
const VISITED = [STORAGE_ENTRIES.pages.key, STORAGE_ENTRIES.files.key];
const keepsPages = new URL(self.location.href).searchParams.has('pages');
let wasReached = true;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(flushRequestQueue().then(() => say({ kind: 'sent' })));
});
self.addEventListener('message', (event) => {
  const said = event.data as ToWorker;
  if (said.kind === 'take-over') void self.skipWaiting();
  if (said.kind === 'visited') event.waitUntil(keepVisited(said.address, said.mayFetch));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const asked = { method: request.method, url: new URL(request.url), origin: self.location.origin };
  const way = wayOf({ ...asked, isNavigation: request.mode === 'navigate', cache: request.cache });
  if (way === 'file') event.respondWith(answerFile(event));
  if (way === 'page') event.respondWith(answerPage(event));
});

/** As a visitor, whoever is signed in: what is kept must be nobody's. What the browser has already is not fetched again. */
async function fetchOpenly(address: string): Promise<Response> {
  const isForEver = address.startsWith('/assets/');
  const answer = await fetch(address, { credentials: 'omit', cache: isForEver ? 'default' : 'no-cache' });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer;
}

async function install(): Promise<void> {
  const shell = await caches.open(SHELL);
  const page = await fetchOpenly(OFFLINE_PAGE);
  const files = new Set([...filesOf(await page.clone().text()), ...LATER_FILES, ...PARTS]);
  for (const [address, answer] of [
    [OFFLINE_PAGE, page],
    [OFFLINE_FRAME, await fetchOpenly(OFFLINE_FRAME)],
  ] as const) {
    if (!mayKeep(answer)) throw new Error(`${address} may not be kept`);
    await shell.put(address, answer);
  }
  await Promise.all([...files].map(async (address) => shell.put(address, await fetchOpenly(address))));
}

/** Pages go with the build that they belong to: a page never meets the files of another one. The last ones are fetched anew. */
async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(STORAGE_ENTRIES.shell.key) && name !== SHELL);
  const isNew = old.length > 0;
  const visited = isNew && keepsPages ? await listPages() : [];
  const gone = [...old, ...(isNew || !keepsPages ? VISITED : [])];
  await Promise.all(gone.map((name) => caches.delete(name)));
  if (keepsPages) for (const name of VISITED) await caches.open(name);
  await self.clients.claim();
  // Not waited for: pages are answered only once this is done.
  void renew(visited.slice(-RENEWED_MAX));
}

async function listPages(): Promise<string[]> {
  if (!(await caches.has(STORAGE_ENTRIES.pages.key))) return [];
  const pages = await caches.open(STORAGE_ENTRIES.pages.key);
  return (await pages.keys()).map(({ url }) => addressOf(url));
}

async function renew(addresses: string[]): Promise<void> {
  for (const address of addresses) await keepVisited(address, true);
}

function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Keeps a visited page as every visitor sees it, with what it is made of: walking about the site fetches only its data, the pages of
 * who is signed in are never kept, and the first page of all came before there was a worker.
 */
async function keepVisited(address: string, mayFetch: boolean): Promise<void> {
  if (!keepsPages || !isForKeeping(new URL(address, self.location.origin).pathname)) return;
  try {
    const kept = await caches.match(address, { cacheName: STORAGE_ENTRIES.pages.key, ignoreVary: true });
    const isYoung = kept !== undefined && Date.now() - Date.parse(kept.headers.get('date') ?? '') < YOUNG_MS;
    const page = isYoung || !mayFetch ? kept : await fetchOpenly(address);
    if (!page || !mayKeep(page)) return;
    if (page !== kept) await put(STORAGE_ENTRIES.pages.key, address, page.clone(), PAGES_MAX);
    const html = await page.text();
    for (const file of filesOf(html)) await keepFile(file, {});
    // Only what was shown: the browser has it already.
    for (const picture of picturesOf(html)) await keepFile(picture, { cache: 'only-if-cached', mode: 'same-origin' });
  } catch {
    // Without a network, or gone meanwhile: then it is not kept.
  }
}

async function keepFile(address: string, how: RequestInit): Promise<void> {
  if (!(await caches.has(STORAGE_ENTRIES.files.key))) return;
  if (await caches.match(address, { ignoreVary: true })) return;
  const answer = await fetch(address, { credentials: 'omit', ...how }).catch(() => null);
  if (answer && mayKeepFile(answer, address)) await put(STORAGE_ENTRIES.files.key, address, answer, FILES_MAX);
}

async function answerFile(event: Fetching): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (keepsPages && mayKeepFile(answer, new URL(request.url).pathname))
    event.waitUntil(put(STORAGE_ENTRIES.files.key, request.url, answer.clone(), FILES_MAX));
  return answer;
}

async function answerPage(event: Fetching): Promise<Response> {
  const { request } = event;
  const isFrame = new URL(request.url).pathname === OFFLINE_FRAME;
  const kept = await findPage(request);
  const fromNetwork = fetch(request);
  try {
    const answer = await (kept ? Promise.race([fromNetwork, impatience()]) : fromNetwork);
    // Something on the way answers for our server, which it cannot reach.
    if (kept && answer.status >= 502 && answer.status <= 504) return isFrame ? kept : await marked(kept);
    tell(true);
    // The one page of the shell that decides about safety: never an old one where there is a network.
    if (isFrame && mayKeep(answer)) event.waitUntil(put(SHELL, OFFLINE_FRAME, answer.clone(), Number.POSITIVE_INFINITY));
    if (keepsPages && mayKeep(answer) && isForKeeping(new URL(request.url).pathname)) {
      event.waitUntil(put(STORAGE_ENTRIES.pages.key, request.url, answer.clone(), PAGES_MAX));
    }
    return answer;
  } catch {
    // Late, it may still fail: nobody waits for it any more.
    fromNetwork.catch(() => {});
    // Given up by the page, not by the network: another link was pressed.
    if (request.signal.aborted) return Response.error();
    tell(false);
    if (kept) return isFrame ? kept : marked(kept);
    if (isOfShell(request.url)) return Response.error();
    return Response.redirect(new URL(offlineInstead(new URL(request.url)), self.location.origin).href, 302);
  }
}

function isOfShell(url: string): boolean {
  return [OFFLINE_PAGE, OFFLINE_FRAME].includes(new URL(url, self.location.origin).pathname);
}

async function findPage(request: Request): Promise<Response | undefined> {
  if (isOfShell(request.url)) return caches.match(request.url, { cacheName: SHELL, ignoreVary: true, ignoreSearch: true });
  return keepsPages ? caches.match(request.url, { cacheName: STORAGE_ENTRIES.pages.key, ignoreVary: true }) : undefined;
}

function impatience(): Promise<never> {
  return new Promise((_, fail) => setTimeout(() => fail(new Error('too slow')), PATIENCE_MS));
}

async function marked(page: Response): Promise<Response> {
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(markKept(await page.text()), { status: page.status, headers });
}

/**
 * The newest stand last. A cache that is not there was taken away: by a page where it was rejected that anything is kept; this worker may
 * live on for a while. Scripts and styles do not count: they go with their build, and the pages need them.
 */
async function put(name: string, address: string, answer: Response, most: number): Promise<void> {
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, answer);
  const counted = (await cache.keys()).filter(({ url }) => !addressOf(url).startsWith('/assets/'));
  await Promise.all(overflowing(counted, most).map((old) => cache.delete(old)));
}

/** Pages hear when the network is lost, and when it is back. */
function tell(reached: boolean): void {
  if (reached && wasReached) return;
  wasReached = reached;
  void say({ kind: 'network', reached });
}

async function say(message: FromWorker): Promise<void> {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(message, {});
}
