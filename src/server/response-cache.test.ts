import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.server.ts';
import { createResponseCache, NONCE_HEADER, CACHE_SECONDS_HEADER } from './response-cache.ts';

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

test('while none can be made, the last one is sent for an hour, and says so; nobody keeps that', async () => {
  let isAway = false;
  const site = await serve((address) =>
    isAway
      ? page('away', 5, 503)
      : address === '/api'
        ? new Response('{}', { headers: { 'content-type': 'application/json', [CACHE_SECONDS_HEADER]: '5' } })
        : page('<html><body class="x"><p>hello</p></body></html>', 5),
  );
  const fresh = await site.get('/');
  await site.get('/api');
  expect(await fresh.text()).not.toContain('from a few minutes ago');
  isAway = true;
  site.wait(65);
  const stale = await site.get('/', { 'if-none-match': fresh.headers.get('etag') ?? '' });
  expect([stale.status, stale.headers.get('x-kiddo-stale'), stale.headers.get('etag'), stale.headers.get('cache-control')]).toEqual([
    200,
    '60',
    null,
    'no-store',
  ]);
  expect(await stale.text()).toMatch(
    /<body class="x"><p class="offline-banner" role="status">This page is from a few minutes ago.*<p>hello/,
  );
  // Nobody waits for a failure that is known.
  const made = site.made();
  expect(await (await site.get('/api')).text()).toBe('{}');
  expect(site.made()).toBe(made);
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

test('what was cleared is not sent, not even while there is too much to do', async () => {
  const site = await serve(() => page('a game that was hidden', 5));
  await site.get('/');
  site.clear();
  site.overload(true);
  expect((await site.get('/')).status).toBe(503);
});
