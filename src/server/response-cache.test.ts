import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.server.ts';
import { createResponseCache, NONCE_HEADER, CACHE_SECONDS_HEADER, DATABASE_FAILURE_HEADER } from './response-cache.ts';

/** A server that answers everything from the response cache; `make` is the application behind it. */
async function serve(make: (address: string) => Response | Promise<Response>) {
  let now = Date.UTC(2026, 10, 21);
  let made = 0;
  let isOverloaded = false;
  const shared = createResponseCache(
    readConfig({}),
    () => now,
    async (address) => {
      made++;
      return make(address);
    },
    () => isOverloaded,
  );
  const server = http.createServer((req, res) => {
    shared.respond(req.url ?? '/', req, res).then(
      (isSent) => isSent || res.writeHead(503).end(),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    get: (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers }),
    wait: (seconds: number) => (now += seconds * 1000),
    made: () => made,
    overload: (isNow: boolean) => (isOverloaded = isNow),
    clear: () => shared.clear(),
  };
}

const page = (body: string, seconds: number, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', [CACHE_SECONDS_HEADER]: String(seconds) } });

test('makes an answer once for as long as it says, and once for all who wait', async () => {
  const site = await serve(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return page('<p>hello</p>', 5);
  });
  await Promise.all(Array.from({ length: 20 }, () => site.get('/')));
  await site.get('/');
  expect(site.made()).toBe(1);
  site.wait(6);
  await site.get('/');
  expect(site.made()).toBe(2);
});

test('when the clock is set back, an answer of the time that has not come is made anew, and stays for when the database is away', async () => {
  let isAway = false;
  const site = await serve(() =>
    isAway ? new Response('away', { status: 503, headers: { [DATABASE_FAILURE_HEADER]: 'yes' } }) : page('<p>hello</p>', 5),
  );
  site.wait(3600);
  await site.get('/');
  site.wait(-3600);
  await site.get('/');
  expect(site.made()).toBe(2);
  site.wait(3600);
  await site.get('/');
  site.wait(-3600);
  isAway = true;
  expect(await (await site.get('/')).text()).toContain('hello');
});

test('what does not say that it is shared, or failed, is made anew for each', async () => {
  const site = await serve((address) => (address === '/own' ? new Response('own') : page('broken', 5, 500)));
  for (let i = 0; i < 3; i++) expect(await (await site.get('/own')).text()).toBe('own');
  for (let i = 0; i < 3; i++) expect((await site.get('/broken')).status).toBe(500);
  expect(site.made()).toBe(6);
});

test('a 404 is shared too, so that a wrong link costs no more than a right one', async () => {
  const site = await serve(() => page('nothing', 5, 404));
  expect((await site.get('/x')).status).toBe(404);
  await site.get('/x');
  expect(site.made()).toBe(1);
});

test('ETag, brotli and gzip', async () => {
  const body = `<p>${'a long page '.repeat(200)}</p>`;
  const site = await serve(() => page(body, 5));
  const plain = await site.get('/', { 'accept-encoding': 'identity' });
  const etag = plain.headers.get('etag') ?? '';
  expect(await plain.text()).toBe(body);
  for (const encoding of ['br', 'gzip']) {
    const answer = await site.get('/', { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(await answer.text()).toBe(body);
  }
  const again = await site.get('/', { 'if-none-match': etag });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
});

test('inline scripts are allowed by what they say, and by nothing else', async () => {
  const site = await serve(() => {
    const answer = page('<script nonce="n1">one()</script><script>theirs()</script><script src="/a.js"></script>', 5);
    answer.headers.set(NONCE_HEADER, 'n1');
    return answer;
  });
  const answer = await site.get('/');
  expect(await answer.text()).toBe('<script>one()</script><script>theirs()</script><script src="/a.js"></script>');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy.match(/'sha256-[^']+'/g)).toEqual([`'sha256-${createHash('sha256').update('one()').digest('base64')}'`]);
  expect(policy).not.toContain('nonce');
});

test('keeps no more than it may', async () => {
  const site = await serve(() => page('x'.repeat(1_000_000), 60));
  for (let i = 0; i < 40; i++) await site.get(`/${i}`);
  expect(site.made()).toBe(40);
  await site.get('/39');
  expect(site.made()).toBe(40);
  await site.get('/0');
  expect(site.made()).toBe(41);
});

test('while there is too much to do, what expired is sent, for ten minutes, and nothing is made', async () => {
  let version = 1;
  const site = await serve(() => page(`version ${version}`, 5));
  await site.get('/');
  version = 2;
  site.wait(6);
  site.overload(true);
  expect(await (await site.get('/')).text()).toBe('version 1');
  expect((await site.get('/other')).status).toBe(503);
  expect(site.made()).toBe(1);
  site.overload(false);
  expect(await (await site.get('/')).text()).toBe('version 2');
  site.wait(600 + 6);
  site.overload(true);
  expect((await site.get('/')).status).toBe(503);
});

/** What the application makes while the database does not answer. */
function failure() {
  const response = page('away', 5, 503);
  response.headers.set(DATABASE_FAILURE_HEADER, '1');
  return response;
}

test('while the database is away, the last one is sent for an hour, and says how old it is; nobody keeps that', async () => {
  let isAway = false;
  const site = await serve((address) =>
    isAway
      ? failure()
      : address === '/sitemap.xml'
        ? new Response('<urlset/>', { headers: { 'content-type': 'application/xml', [CACHE_SECONDS_HEADER]: '5' } })
        : page('<html><body class="x"><p>hello</p></body></html>', 5),
  );
  const fresh = await site.get('/');
  await site.get('/sitemap.xml');
  expect(await fresh.text()).not.toContain('This page is from');
  isAway = true;
  site.wait(65);
  const stale = await site.get('/', { 'if-none-match': fresh.headers.get('etag') ?? '' });
  expect([stale.status, stale.headers.get('x-kiddo-stale'), stale.headers.get('etag'), stale.headers.get('cache-control')]).toEqual([
    200,
    '60',
    null,
    'no-store',
  ]);
  const text = await stale.text();
  expect(text).toMatch(/<body class="x"><p class="offline-banner" role="status">This page is from a minute ago.*<p>hello/);
  // The script that belongs to the line may run, and no other.
  const script = /<script>(.*)<\/script>/.exec(text)?.[1] ?? '';
  expect(stale.headers.get('content-security-policy')).toContain(
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  // Nobody waits for a failure that is known; the age is that of now.
  const made = site.made();
  expect([(await site.get('/')).status, site.made()]).toEqual([200, made]);
  expect(await (await site.get('/sitemap.xml')).text()).toBe('<urlset/>');
  site.wait(300);
  const older = await site.get('/');
  expect([older.headers.get('x-kiddo-stale'), (await older.text()).includes('This page is from 6 minutes ago')]).toEqual(['360', true]);
  expect((await site.get('/never')).status).toBe(503);
  site.wait(10);
  isAway = false;
  expect((await site.get('/')).headers.has('x-kiddo-stale')).toBe(false);
  isAway = true;
  site.wait(3_600 + 6);
  expect((await site.get('/')).status).toBe(503);
  isAway = false;
  site.wait(10);
  await site.get('/');
  isAway = true;
  site.wait(10);
  site.clear();
  expect((await site.get('/')).status).toBe(503);
});

test('an old page is sent only for an address at which the database failed, and where an old one is of use', async () => {
  let fail = (_address: string): Response | null => null;
  const addresses = ['/search?q=a', '/games', '/help', '/status', '/login', '/games.data'];
  const site = await serve((address) => fail(address) ?? page('<body>made', 5));
  for (const address of addresses) await site.get(address);
  site.wait(10);
  // One search takes too long, and something is switched off.
  fail = (address) => (address.startsWith('/search') ? failure() : address === '/help' ? page('switched off', 5, 503) : null);
  const ask = (address: string) =>
    site.get(address).then(({ status, headers }) => `${status} ${headers.has('x-kiddo-stale') ? 'old' : 'new'}`);
  expect(await Promise.all(addresses.slice(0, 3).map(ask))).toEqual(['200 old', '200 new', '503 new']);
  fail = failure;
  site.wait(10);
  expect(await Promise.all(addresses.map(ask))).toEqual(['200 old', '200 old', '200 old', '503 new', '503 new', '503 new']);
});

test('one asks again whether the database is there, and the others get the old page meanwhile', async () => {
  let answer = async () => page(`<body>${'a long page '.repeat(200)}`, 5);
  const site = await serve(() => answer());
  await site.get('/');
  site.wait(10);
  answer = async () => failure();
  await site.get('/');
  site.wait(3);
  const hanging = Promise.withResolvers<Response>();
  answer = () => hanging.promise;
  const waiting = site.get('/');
  await expect.poll(() => site.made()).toBe(3);
  expect((await site.get('/')).headers.get('x-kiddo-stale')).toBe('8');
  hanging.resolve(page('<body>new', 5));
  expect(await (await waiting).text()).toBe('<body>new');
});

test('what was cleared is not sent, not even while there is too much to do', async () => {
  const site = await serve(() => page('a game that was hidden', 5));
  await site.get('/');
  site.clear();
  site.overload(true);
  expect((await site.get('/')).status).toBe(503);
});
