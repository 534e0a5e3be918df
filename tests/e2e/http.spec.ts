import { expect, test } from '@playwright/test';

// What clients may send, right and wrong. No answer is a 5xx, a stack trace or a blank page.

const own = () => ({ origin: `http://localhost:${process.env['TEST_PORT']}` });

test('odd addresses of pages are answered kindly', async ({ request }) => {
  const long = 'x'.repeat(10_000);
  const odd: [string, number][] = [
    ['/games/nope', 404],
    ['/games/..%2f..%2fetc%2fpasswd', 404],
    ['/games/%00', 404],
    ['/games/%F0%9F%8E%AE', 404],
    [`/games/${'9'.repeat(3000)}`, 404],
    ["/games?genre='; drop table games", 200],
    ['/games?page=-1', 200],
    ['/games?tab=nope&device=Toaster&gender=%F0%9F%8E%AE', 200],
    ['/games?after=%5B%5D', 200],
    ['/games?after=bm9wZQ', 200],
    [`/games?q=${long}`, 200],
    ['/games?q=%F0%9F%8E%AE%F0%9F%8E%AE', 200],
    ['/games?q=%E2%80%AEtxet', 200],
    ['/games?q=%00%00%00', 200],
    ['/games?genre=Racing&genre=Puzzle', 200],
    ['/%', 404],
    ['/games/%E0%A4%A', 404],
  ];
  for (const [path, status] of odd) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const text = await answer.text();
    expect([400, status], `${path.slice(0, 60)} -> ${answer.status()}`).toContain(answer.status());
    expect(text.length, path.slice(0, 60)).toBeGreaterThan(0);
    expect(text).not.toMatch(/at .*\.(ts|js):\d+/);
  }
});

test('the public API: lists, one game, search, genres, and its own description', async ({ request }) => {
  const list = await (await request.get('/api/v1/games?limit=2')).json();
  expect(list.games).toHaveLength(2);
  const next = await (await request.get(`/api/v1/games?limit=2&cursor=${list.next}`)).json();
  expect(next.games[0].id).not.toBe(list.games[0].id);
  expect(next.total).toBe(list.total);
  expect((await (await request.get('/api/v1/search?q=bublle')).json()).games[0].id).toBe('bubble-baobab');
  expect((await (await request.get('/api/v1/genres')).json()).genres).toContain('Puzzle');
  const document = await (await request.get('/api/v1/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths).toSorted()).toEqual(['/games', '/games/{id}', '/genres', '/search']);
  const premium = await (await request.get('/api/v1/games/coral-divers')).json();
  expect(premium).toMatchObject({ isPremium: true, src: null, can: { play: false } });
});

test('API errors are problem documents', async ({ request }) => {
  const wrong: [string, number][] = [
    ['/api/v1/games/nope', 404],
    ['/api/v1/games?tab=nope', 400],
    ['/api/v1/games?limit=0', 400],
    ['/api/v1/games?limit=99999', 400],
    ["/api/v1/games?genre='; drop", 400],
    ['/api/v1/games?genre=%00', 400],
    ['/%61pi/v1/nope', 404],
    ['/x/../api/v1/nope', 404],
    ['/api/v1/search', 400],
    ['/api/v1/nope', 404],
    ['/api/nope', 404],
  ];
  for (const [path, status] of wrong) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(status);
    expect(answer.headers()['content-type'], path).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ status, requestId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  }
  const posted = await request.post('/api/v1/games', { headers: own(), data: {} });
  expect(posted.status()).toBe(405);
  expect(posted.headers()['allow']).toBe('GET, HEAD');
  expect((await request.delete('/api/v1/games')).status()).toBe(405);
});

test('one answer under its many spellings, and nothing personal in it', async ({ request }) => {
  const plain = await request.get('/games?tab=top-rated');
  for (const path of ['/games?tab=top-rated&utm_source=x', '/games?x=1&tab=top-rated', '/x/../games?tab=top-rated']) {
    const answer = await request.get(path);
    expect(answer.headers()['x-request-id'], path).toBe(plain.headers()['x-request-id']);
  }
  const personal = await request.get('/games?tab=top-rated', { headers: { cookie: 'kiddo_session=somebody' } });
  expect(personal.headers()['x-request-id']).not.toBe(plain.headers()['x-request-id']);
  expect(personal.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-/);
});

test('ETags save the body', async ({ request }) => {
  for (const path of ['/api/v1/genres', '/', '/games', '/robots.txt']) {
    const first = await request.get(path);
    const etag = first.headers()['etag'] ?? '';
    expect(etag, path).not.toBe('');
    const again = await request.get(path, { headers: { 'if-none-match': etag } });
    expect([200, 304], path).toContain(again.status());
    if (again.headers()['etag'] === etag) expect(again.status(), path).toBe(304);
  }
});

test('methods, sizes and origins that are not ours are refused', async ({ request }) => {
  expect((await request.fetch('/games', { method: 'PUT', headers: own() })).status()).toBe(405);
  expect((await request.fetch('/games', { method: 'PROPFIND', headers: own() })).status()).toBe(405);
  expect((await request.post('/games', { headers: own(), form: { a: '1' } })).status()).toBe(405);
  expect((await request.get('/games/matatu-rush/plays')).status()).toBe(405);
  expect((await request.post('/games/matatu-rush/plays', { headers: own(), data: 'x'.repeat(70_000) })).status()).toBe(413);
  expect((await request.post('/games/matatu-rush/plays', { headers: { origin: 'https://evil.example' }, form: {} })).status()).toBe(403);
  expect((await request.post('/games/nope/plays', { headers: own(), form: { a: '1' } })).status()).toBe(404);
  const play = await (await request.post('/games/matatu-rush/plays', { headers: own(), form: { a: '1' } })).json();
  expect((await request.post(`/plays/${play.playId}`, { headers: own(), form: { event: 'beat' } })).status()).toBe(204);
  expect((await request.post(`/plays/${play.playId}`, { headers: own(), form: { event: 'fly' } })).status()).toBe(400);
  expect((await request.post('/plays/nope', { headers: own(), form: { event: 'beat' } })).status()).toBe(404);
  expect((await request.post(`/plays/${play.playId}`, { headers: own(), form: { event: 'end' } })).status()).toBe(204);
});

test('pages carry a strict policy, and the health check answers', async ({ request }) => {
  const home = await request.get('/');
  const policy = home.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(home.headers()['x-content-type-options']).toBe('nosniff');
  expect((await request.get('/healthz')).status()).toBe(200);
});

test('games come from an origin of their own, sandboxed; premium files need a ticket', async ({ request }) => {
  const games = `http://localhost:${Number(process.env['TEST_PORT']) + 1}`;
  const free = await (await request.get('/api/v1/games/matatu-rush')).json();
  const file = await request.get(free.src);
  expect(file.status()).toBe(200);
  expect(file.headers()['content-security-policy']).toMatch(/^sandbox allow-scripts allow-pointer-lock; default-src 'none'/);
  const premium = await (await request.get('/api/v1/games/coral-divers')).json();
  const at = `${premium.cover.slice('/media/'.length, premium.cover.lastIndexOf('/'))}/index.html`;
  for (const path of [
    `/${at}`,
    `/t/forged/${at}`,
    `/t/coral-divers.zzzzzz.AAAA/${at}`,
    '/games/../secret',
    '/kit/../../package.json',
    '/',
  ]) {
    expect((await request.get(games + path)).status(), path).toBe(404);
  }
  // The cover is public; the game's code is not to be had through the site either.
  expect((await request.get(premium.cover)).status()).toBe(200);
  expect((await request.get(`/media/${at}`)).status()).toBe(404);
  expect((await request.get(`/media/${at.replace('index.html', 'game.js')}`)).status()).toBe(404);
});

test('search engines find every game', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  const index = await (await request.get(/Sitemap: (\S+)/.exec(robots)?.[1] ?? '')).text();
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) =>
    (match[1] ?? '').replaceAll('&#38;', '&').replaceAll('&#39;', "'"),
  );
  const pages = await Promise.all(parts.map(async (part) => (await request.get(part)).text()));
  expect(pages.join('')).toContain('/games/matatu-rush</loc>');
  const html = await (await request.get('/games/matatu-rush')).text();
  expect(html).toContain('<title>Matatu Rush');
  expect(html).toMatch(/<link[^>]+rel="canonical"[^>]+href="http:\/\/localhost:\d+\/games\/matatu-rush"/);
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = await request.get(picture);
  expect(answer.headers()['content-type']).toBe('image/png');
});
