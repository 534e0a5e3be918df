import { expect, test } from 'vitest';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite } from './site.ts';

// Valid and invalid requests. No response may be a 5xx, a stack trace or a blank page.

test('odd addresses of pages are answered kindly', async () => {
  const { get } = createVisitorClient(await openSite());
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
    const answer = await get(path);
    const text = await answer.text();
    expect([400, status], `${path.slice(0, 60)} -> ${answer.status}`).toContain(answer.status);
    expect(text.length, path.slice(0, 60)).toBeGreaterThan(0);
    expect(text).not.toMatch(/at .*\.(ts|js):\d+/);
  }
});

test('the public API: lists, one game, search, genres, and its own description', async () => {
  const { get } = createVisitorClient(await openSite());
  const read = async (path: string) => (await get(`/api/v1${path}`)).json();
  const list = await read('/games?limit=2');
  expect(list.games).toHaveLength(2);
  const next = await read(`/games?limit=2&cursor=${list.next}`);
  expect(next.games[0].id).not.toBe(list.games[0].id);
  expect(next.total).toBe(list.total);
  expect((await read('/search?q=bublle')).games[0].id).toBe('bubble-baobab');
  expect((await read('/genres')).genres).toContain('Puzzle');
  const document = await read('/openapi.json');
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths).toSorted()).toEqual(['/games', '/games/{id}', '/genres', '/search']);
  expect(await read('/games/coral-divers')).toMatchObject({ isPremium: true, src: null, can: { play: false } });
});

test('API errors are problem documents', async () => {
  const { get, post, request: ask } = createVisitorClient(await openSite());
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
    const answer = await get(path);
    expect(answer.status, path).toBe(status);
    expect(answer.headers.get('content-type'), path).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ status, requestId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  }
  const posted = await post('/api/v1/games');
  expect(posted.status).toBe(405);
  expect(posted.headers.get('allow')).toBe('GET, HEAD');
  expect((await ask('DELETE', '/api/v1/games')).status).toBe(405);
});

test('one answer under its many spellings, and nothing personal in it', async () => {
  const site = await openSite();
  site.freezeClock();
  const { get } = createVisitorClient(site);
  const plain = await get('/games?tab=top-rated');
  const id = plain.headers.get('x-request-id');
  for (const path of ['/games?tab=top-rated&utm_source=x', '/games?x=1&tab=top-rated', '/x/../games?tab=top-rated'])
    expect((await get(path)).headers.get('x-request-id'), path).toBe(id);
  const personal = await get('/games?tab=top-rated', { cookie: 'kiddo_session=somebody' });
  expect(personal.headers.get('x-request-id')).not.toBe(id);
  expect(personal.headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-/);
  // After some seconds the cached page is rendered again.
  site.advanceClock(6);
  await expect.poll(async () => (await get('/games?tab=top-rated')).headers.get('x-request-id')).not.toBe(id);
});

test('ETags save the body', async () => {
  const site = await openSite();
  site.freezeClock();
  const { get } = createVisitorClient(site);
  for (const path of ['/api/v1/genres', '/', '/games', '/robots.txt']) {
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect(etag, path).not.toBe('');
    const again = await get(path, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag')], path).toEqual([304, etag]);
  }
});

test('methods, sizes and origins that are not ours are refused', async () => {
  const { get, post, request: ask } = createVisitorClient(await openSite());
  expect((await ask('PUT', '/games')).status).toBe(405);
  expect((await ask('PROPFIND', '/games')).status).toBe(405);
  expect((await post('/games', { a: '1' })).status).toBe(405);
  expect((await get('/games/matatu-rush/plays')).status).toBe(405);
  expect((await ask('POST', '/games/matatu-rush/plays', { body: 'x'.repeat(70_000) })).status).toBe(413);
  // A page of this machine, which demo mode answers, but not ours.
  const foreign = await post('/games/matatu-rush/plays', {}, { origin: 'http://evil.localhost' });
  expect([foreign.status, await foreign.text()]).toEqual([403, 'This request did not come from our own pages.']);
  expect((await post('/games/nope/plays', { a: '1' })).status).toBe(404);
  const play = await (await post('/games/matatu-rush/plays', { a: '1' })).json();
  expect((await post(`/plays/${play.playId}`, { event: 'beat' })).status).toBe(204);
  expect((await post(`/plays/${play.playId}`, { event: 'fly' })).status).toBe(400);
  expect((await post('/plays/nope', { event: 'beat' })).status).toBe(404);
  expect((await post(`/plays/${play.playId}`, { event: 'end' })).status).toBe(204);
});

test('a body that is no form is refused by every route that takes forms from scripts', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  const play = await (await me.post('/games/matatu-rush/plays', { a: '1' })).json();
  const other = await createPlayerClient(site);
  const routes = [
    '/games/matatu-rush/plays',
    `/plays/${play.playId}`,
    '/games/matatu-rush/favorite',
    '/games/matatu-rush/rating',
    '/games/matatu-rush/reports',
    '/friends/deeds',
    '/chat/reports',
    `/chat/${other.known.id}`,
    `/chat/${other.known.id}/read`,
    `/chat/${other.known.id}/typing`,
    '/notifications/list',
    '/consent',
  ];
  for (const route of routes)
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const answer = await me.request('POST', route, {
        body: '{"no":"form"}',
        headers: { 'content-type': type, accept: 'application/json' },
      });
      expect([400, 405], `${route} ${type} -> ${answer.status}`).toContain(answer.status);
    }
  expect((await me.request('POST', `/plays/${play.playId}`, { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(400);
});

test('pages carry a strict policy, and the health check answers', async () => {
  const { get } = createVisitorClient(await openSite());
  const home = await get('/');
  const policy = home.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(home.headers.get('x-content-type-options')).toBe('nosniff');
  for (const path of ['/healthz', '/readyz', '/livez']) expect((await get(path)).status).toBe(200);
});

test('games come from an origin of their own, sandboxed; premium files need a ticket', async () => {
  const { gamesOrigin, ...site } = await openSite();
  const { get } = createVisitorClient(site);
  const free = await (await get('/api/v1/games/matatu-rush')).json();
  expect(new URL(free.src).origin).toBe(gamesOrigin);
  const file = await get(free.src);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts allow-pointer-lock; default-src 'none'/);
  const premium = await (await get('/api/v1/games/coral-divers')).json();
  const at = `${premium.cover.slice('/media/'.length, premium.cover.lastIndexOf('/'))}/index.html`;
  for (const path of [
    `/${at}`,
    `/t/forged/${at}`,
    `/t/coral-divers.zzzzzz.AAAA/${at}`,
    '/games/../secret',
    '/kit/../../package.json',
    '/',
  ]) {
    expect((await get(gamesOrigin + path)).status, path).toBe(404);
  }
  // The cover is public; the game's code is not available through the site.
  expect((await get(premium.cover)).status).toBe(200);
  expect((await get(`/media/${at}`)).status).toBe(404);
  expect((await get(`/media/${at.replace('index.html', 'game.js')}`)).status).toBe(404);
});

test('search engines find every game', async () => {
  const site = await openSite();
  const { get } = createVisitorClient(site);
  const text = async (address: string) => (await get(address)).text();
  const index = await text(/Sitemap: (\S+)/.exec(await text('/robots.txt'))?.[1] ?? '');
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, part = '']) => part.replaceAll('&#38;', '&').replaceAll('&#39;', "'"));
  expect((await Promise.all(parts.map(text))).join('')).toContain('/games/matatu-rush</loc>');
  const html = await text('/games/matatu-rush');
  expect(html).toContain('<title>Matatu Rush');
  expect(/<link[^>]+rel="canonical"[^>]+href="([^"]+)"/.exec(html)?.[1]).toBe(`${site.origin}/games/matatu-rush`);
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await get(picture)).headers.get('content-type')).toBe('image/png');
});

test('whoever finds a hole in the site’s security is told where to say so, until a day that always lies ahead', async () => {
  const site = await openSite({ SUPPORT_MAIL: 'help@kiddo.example.org' });
  const { get } = createVisitorClient(site);
  const daysLeft = async () => {
    const text = await (await get('/.well-known/security.txt')).text();
    return (Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '') - site.ctx.now().getTime()) / 86_400_000;
  };
  const answer = await get('/.well-known/security.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect((await answer.text()).split('\n')).toEqual([
    'Contact: mailto:help@kiddo.example.org',
    `Contact: ${site.origin}/contact`,
    expect.stringMatching(/^Expires: \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    'Preferred-Languages: en, sw',
    `Canonical: ${site.origin}/.well-known/security.txt`,
    '',
  ]);
  expect(await daysLeft()).toBeLessThan(365);
  // Two years later the site still runs.
  site.advanceClock(2 * 365 * 86_400);
  await expect.poll(daysLeft).toBeGreaterThan(100);
});

test('players and visitors do not load the names of the team’s pages; the team, and whoever opens one of those pages, does', async () => {
  const site = await openSite();
  const [visitor, player, mod] = [createVisitorClient(site), await createPlayerClient(site), await createPlayerClient(site, 'moderator')];
  const readManifest = async (client: typeof player | typeof visitor, path: string) => {
    const html = await (await client.get(path)).text();
    const [, url = ''] = /import "(\/assets\/[\w-]*manifest-\w+\.js)"/.exec(html) ?? [];
    const answer = await visitor.get(url);
    expect(answer.status, `${path} names ${url}`).toBe(200);
    return { hasTeam: (await answer.text()).includes('"moderation/games/:id"'), isPreloaded: html.split(url).length > 2 };
  };
  for (const client of [visitor, player]) expect(await readManifest(client, '/')).toEqual({ hasTeam: false, isPreloaded: true });
  expect(await readManifest(mod, '/')).toEqual({ hasTeam: true, isPreloaded: true });
  expect(await readManifest(player, '/moderation')).toEqual({ hasTeam: true, isPreloaded: true });
});
