import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ORIGIN = 'https://kiddo.test';
type Event = {
  respondWith?: (answer: Promise<Response>) => unknown;
  waitUntil(work: Promise<unknown>): void;
  request?: object;
  data?: unknown;
  notification?: object;
  oldSubscription?: object | null;
  newSubscription?: object | null;
};

/** Implements as much of the Cache API as the worker uses. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const hrefOf = (key: string | { url: string }) => new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;
  const find = (entries: Map<string, Response>, key: string, { ignoreSearch = false } = {}) => {
    const plain = (href: string) => (ignoreSearch ? href.split('?')[0] : href);
    return [...entries].find(([href]) => plain(href) === plain(hrefOf(key)))?.[1].clone();
  };
  return {
    all,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    has: async (name: string) => all.has(name),
    match: async (key: string, { cacheName, ...how }: { cacheName?: string } = {}) =>
      [...all].flatMap(([name, entries]) => (cacheName === undefined || name === cacheName ? [find(entries, key, how)] : [])).find(Boolean),
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>();
      all.set(name, entries);
      return {
        keys: async () => [...entries.keys()].map((url) => ({ url })),
        match: async (key: string, how?: object) => find(entries, key, how),
        put: async (key: string, answer: Response) => void entries.set(hrefOf(key), answer),
        delete: async (key: string | { url: string }) => entries.delete(hrefOf(key)),
      };
    },
  };
}

let store: ReturnType<typeof fakeCaches>;
let listeners: Record<string, (event: Event) => void>;
let postedMessages: unknown[];
let isOnline: boolean;
let fetched: string[];
/** What was sent by POST, what was shown, and which pages were opened or brought to the front. */
let posted: [string, Record<string, string>][];
let shown: unknown[];
let opened: string[];
let unsubscribed: string[];
/** What the server answers to a POST. */
let postStatus: number;
let openPages: { postMessage(message: unknown): void; focus(): Promise<void> }[];
const DATE = new Date().toUTCString();
/** The server's response headers, by path; other paths are public pages. */
let served: Record<string, Record<string, string>>;

/** The build whose process answers. */
let servedBuild: string;

const basic = (text: string, headers: Record<string, string>) =>
  Object.defineProperty(new Response(text, { headers }), 'type', { value: 'basic' });

beforeEach(() => {
  [store, listeners, postedMessages, isOnline, served, fetched] = [fakeCaches(), {}, [], true, {}, []];
  [posted, shown, opened, unsubscribed, postStatus] = [[], [], [], [], 200];
  openPages = [{ postMessage: (message) => postedMessages.push(message), focus: async () => void opened.push('focus') }];
  vi.stubGlobal('caches', store);
  servedBuild = 'one';
  vi.stubGlobal('BUILD', 'one');
  vi.stubGlobal('LATER_FILES', ['/assets/player.js']);
  vi.stubGlobal(
    'fetch',
    async (asked: string | { url: string }, how: { method?: string; body?: URLSearchParams; redirect?: string } = {}) => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      if (how.method === 'POST' && typeof asked === 'string') {
        posted.push([asked, Object.fromEntries(how.body ?? [])]);
        // A redirect that is not followed has no status that can be read.
        if (postStatus !== 200)
          return postStatus === 302 && how.redirect === 'manual'
            ? Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
            : new Response('', { status: postStatus });
      }
      const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN);
      fetched.push(pathname);
      const isFile = /^\/(assets|media)\//.test(pathname);
      const open: Record<string, string> = isFile
        ? { 'cache-control': 'public, immutable' }
        : { 'x-kiddo-keep': 'page', 'x-kiddo-build': servedBuild, 'cache-control': 'no-cache', date: DATE };
      return basic(`<html lang="en"><link href="/assets/a.css">${pathname}`, served[pathname] ?? open);
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const fakeSubscription = (endpoint: string, options: object = {}) => ({
  endpoint,
  options,
  unsubscribe: async () => void unsubscribed.push(endpoint),
  toJSON: () => ({ endpoint: `${endpoint} ${JSON.stringify(options)}`, keys: { p256dh: 'key', auth: 'secret' } }),
});

async function start(search: string) {
  vi.stubGlobal('self', {
    location: { href: `${ORIGIN}/sw.js${search}`, origin: ORIGIN },
    clients: { claim: async () => {}, matchAll: async () => openPages, openWindow: async (url: string) => opened.push(url) },
    registration: {
      showNotification: async (...all: unknown[]) => shown.push(all),
      pushManager: { subscribe: async (options: object) => fakeSubscription('renewed', options) },
    },
    skipWaiting: async () => {},
    addEventListener: (type: string, hear: (event: Event) => void) => (listeners[type] = hear),
  });
  await import('./service-worker.ts');
  for (const type of ['install', 'activate']) {
    const work: Promise<unknown>[] = [];
    listeners[type]?.({ waitUntil: (each) => work.push(each) });
    await Promise.all(work);
  }
}

/** The worker's response; null: it does not handle the request. */
async function ask(path: string, more: object = {}): Promise<Response | null> {
  let answer: Promise<Response> | null = null;
  const work: Promise<unknown>[] = [];
  const request = { url: `${ORIGIN}${path}`, method: 'GET', mode: 'navigate', cache: 'default', signal: { aborted: false }, ...more };
  listeners['fetch']?.({ request, respondWith: (given) => (answer = given), waitUntil: (each) => work.push(each) });
  const given = await (answer as Promise<Response> | null);
  await Promise.all(work);
  return given;
}
async function happen(type: string, event: Omit<Event, 'waitUntil'>): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners[type]?.({ ...event, waitUntil: (each) => work.push(each) });
  await Promise.all(work);
}
const change = (oldSubscription: object | null, newSubscription: object | null) =>
  happen('pushsubscriptionchange', { oldSubscription, newSubscription });
const say = (data: object) => happen('message', { data });
const pages = () => [...(store.all.get('kiddo-pages')?.keys() ?? [])].map((href) => href.slice(ORIGIN.length));

test('the shell is there from the start, with the files that its page names', async () => {
  await start('?pages');
  const parts = [...(store.all.get('kiddo-shell:one')?.keys() ?? [])].map((href) => href.slice(ORIGIN.length));
  expect(parts.toSorted()).toEqual(
    [
      '/offline',
      '/offline/frame',
      '/assets/a.css',
      '/assets/player.js',
      '/manifest.webmanifest',
      '/icon.svg',
      '/brand/placeholder.svg',
      '/brand/kombi-wink.svg',
      '/brand/kombi-oops.svg',
      '/stickers/heart.svg',
      '/stickers/shield.svg',
    ].toSorted(),
  );
  isOnline = false;
  expect(await (await ask('/offline?from=%2Fx'))?.text()).toContain('data-kept="" lang="en"');
  // The frame of saved games is not a page and gets no mark.
  expect(await (await ask('/offline/frame?game=a'))?.text()).not.toContain('data-kept');
});

test('visited public pages open without a network and say that they are kept; others lead to the offline page', async () => {
  await start('?pages');
  await ask('/games');
  isOnline = false;
  expect(await (await ask('/games'))?.text()).toContain('<html data-kept="" lang="en">');
  const other = await ask('/about?x=1');
  expect([other?.status, other?.headers.get('location')]).toEqual([302, `${ORIGIN}/offline?from=%2Fabout%3Fx%3D1`]);
  expect(await ask('/games/b.data', { mode: 'cors' })).toBeNull();
  expect(postedMessages).toContainEqual({ kind: 'network', reached: false });
  isOnline = true;
  await ask('/about');
  expect(postedMessages.at(-1)).toEqual({ kind: 'network', reached: true });
});

test("one person's pages are never kept", async () => {
  await start('?pages');
  served['/profile'] = { 'cache-control': 'private, no-store' };
  served['/chat/x'] = { 'x-kiddo-keep': 'page', 'cache-control': 'private, no-store' };
  await ask('/profile');
  await ask('/chat/x');
  await say({ kind: 'visited', address: '/profile', mayFetch: true });
  expect(await ask('/login', { method: 'POST' })).toBeNull();
  expect(pages()).toEqual([]);
});

test('the last 30 pages stay, those looked at again among them', async () => {
  await start('?pages');
  for (let i = 1; i <= 30; i++) await ask(`/games/g${i}`);
  await ask('/games/g1');
  await ask('/games/g31');
  expect(pages()).toHaveLength(30);
  expect([pages().includes('/games/g1'), pages().includes('/games/g2'), pages().at(-1)]).toEqual([true, false, '/games/g31']);
});

test('who did not agree to it has no page and no picture kept, and what was kept before is gone', async () => {
  await start('?pages');
  await ask('/games');
  await ask('/media/a.svg', { mode: 'no-cors' });
  expect([pages(), store.all.has('kiddo-files')]).toEqual([['/games'], true]);
  vi.resetModules();
  await start('');
  expect([store.all.has('kiddo-pages'), store.all.has('kiddo-files')]).toEqual([false, false]);
  await ask('/games');
  await ask('/media/a.svg', { mode: 'no-cors' });
  expect([store.all.has('kiddo-pages'), store.all.has('kiddo-files')]).toEqual([false, false]);
});

test('a page that was walked to is kept as visitors see it, with its files; not twice within an hour, and not where data is saved', async () => {
  await start('?pages');
  await say({ kind: 'visited', address: '/games', mayFetch: false });
  expect(pages()).toEqual([]);
  await say({ kind: 'visited', address: '/games', mayFetch: true });
  await say({ kind: 'visited', address: '/games', mayFetch: true });
  expect([pages(), fetched.filter((path) => path === '/games')]).toEqual([['/games'], ['/games']]);
  expect([...(store.all.get('kiddo-files')?.keys() ?? []), ...(store.all.get('kiddo-shell:one')?.keys() ?? [])]).toContain(
    `${ORIGIN}/assets/a.css`,
  );
});

test('where the caches were taken away nothing comes back, though this worker lives on', async () => {
  await start('?pages');
  for (const name of ['kiddo-pages', 'kiddo-files', 'kiddo-shell:one']) store.all.delete(name);
  await ask('/games');
  await ask('/media/a.svg', { mode: 'no-cors' });
  await say({ kind: 'visited', address: '/games', mayFetch: true });
  expect([...store.all.keys()]).toEqual([]);
});

test('a navigation that was given up does not say that the network is gone; without its shell the offline page is an error, not a ring', async () => {
  await start('?pages');
  isOnline = false;
  expect((await ask('/games', { signal: { aborted: true } }))?.type).toBe('error');
  expect(postedMessages).toEqual([]);
  store.all.delete('kiddo-shell:one');
  expect((await ask('/offline?from=%2F'))?.type).toBe('error');
});

test('a new build takes the place of the shell before it', async () => {
  await start('?pages');
  await ask('/games');
  vi.resetModules();
  vi.stubGlobal('BUILD', 'two');
  servedBuild = 'two';
  await start('?pages');
  expect([...store.all.keys()].filter((name) => name.startsWith('kiddo-shell'))).toEqual(['kiddo-shell:two']);
  // Pages of the old build reference its files, so they are fetched again.
  await expect.poll(() => pages()).toEqual(['/games']);
  expect(fetched.filter((path) => path === '/games')).toHaveLength(2);
});

test('a page of another build is not kept: the worker is not installed, and the browser tries again', async () => {
  servedBuild = 'before';
  await expect(start('')).rejects.toThrow('/offline is of another build');
  expect(store.all.get('kiddo-shell:one')?.size ?? 0).toBe(0);
});

test('a push message is shown as it says, and one without content is not', async () => {
  await start('');
  const data = { title: 'Kiddo', text: 'You have a new message.', url: '/friends', tag: 'message' };
  await happen('push', { data: { json: () => data } });
  await happen('push', { data: null });
  expect(shown).toEqual([['Kiddo', { body: data.text, tag: 'message', icon: '/icons/icon-192.png', data: '/friends' }]]);
});

test('a press brings an open page to the front, or opens the page of this site that the message names', async () => {
  await start('');
  let closed = 0;
  const press = (url: unknown) => happen('notificationclick', { notification: { data: url, close: () => closed++ } });
  await press('/friends');
  openPages = [];
  for (const url of ['/friends?tab=requests', 'https://evil.example/x', '//evil.example/x', 'javascript:alert(1)']) await press(url);
  expect(opened).toEqual(['focus', `${ORIGIN}/friends?tab=requests`, '/', '/', '/']);
  expect(closed).toBe(5);
});

test('a subscription that the browser renewed or ended is sent to the settings, with the one that it replaces', async () => {
  await start('');
  await change(fakeSubscription('old'), fakeSubscription('new'));
  await change(fakeSubscription('old', { userVisibleOnly: true }), null);
  await change(null, null);
  const sent = (endpoint: string) => [
    '/settings?tab=notifications',
    { do: 'push-renew', old: 'old', endpoint, p256dh: 'key', auth: 'secret' },
  ];
  expect(posted).toEqual([sent('new {}'), sent('renewed {"userVisibleOnly":true}')]);
  expect(unsubscribed).toEqual([]);
});

test('a renewed subscription that is not of whoever is signed in, or of nobody known, ends', async () => {
  await start('');
  for (postStatus of [404, 302, 400]) await change(fakeSubscription('old'), fakeSubscription(`new ${postStatus}`));
  postStatus = 200;
  await change(null, fakeSubscription('of nobody known'));
  // A server that is busy or broken says nothing about whose it is.
  for (postStatus of [429, 500, 503]) await change(fakeSubscription('old'), fakeSubscription(`new ${postStatus}`));
  expect(posted).toHaveLength(6);
  expect(unsubscribed).toEqual(['new 404', 'new 302', 'new 400', 'of nobody known']);
});
