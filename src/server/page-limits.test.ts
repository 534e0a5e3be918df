import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { createBuild, serveSite } from '../../tests/served-site.ts';
import { createSignedInPlayer } from '../../tests/test-players.ts';
import { createWorld, type World } from '../../tests/world.ts';
import { createStaticFile } from './static-files.ts';

const MODULE = { handle: { params: ['q', 'tab'], isShared: true }, loader: () => new Response('a page') };
const NOT_FOUND = { handle: { params: [], isShared: true }, loader: () => new Response('nothing here', { status: 404 }) };
const PAGES = createBuild({ games: MODULE, '*': NOT_FOUND });

/** 40 pages a minute for an address, 10 of them searches; 4 for a player, one of them a search. */
const RATES = { PAGE_RATE: '40', TRUSTED_PROXIES: '1' };

/** A world at the beginning of a minute: windows are minutes of the clock. */
async function createMinute(env: Record<string, string> = {}): Promise<World> {
  const world = await createWorld({ ...RATES, ...env });
  world.advanceClock((60_000 - (world.ctx.now().getTime() % 60_000)) / 1000);
  return world;
}

/** The cookie of a new player's session, and the player's id. */
async function signIn({ ctx }: World): Promise<{ id: string; cookie: string }> {
  const ask = async (text: string, values: unknown[] = []) => (await ctx.db.executeQuery(CompiledQuery.raw(text, values))).rows as never;
  const { known, cookie } = await createSignedInPlayer(ask);
  return { id: known.id, cookie: `${cookie.name}=${cookie.value}` };
}

let tabs = 0;

/** A process that serves a world. */
async function openProcess({ ctx }: World) {
  const assets = new Map([['/icon.svg', createStaticFile(Buffer.from('<svg/>'), 'image/svg+xml', 'no-cache')]]);
  const origin = await serveSite({ ctx, pages: PAGES, assets });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, { headers: { accept: 'text/html', 'x-forwarded-for': '203.0.113.7', ...headers } });
  /** The statuses of so many requests for the same. */
  const repeat = async (times: number, path: string, headers?: Record<string, string>) => {
    const found: number[] = [];
    for (let nth = 0; nth < times; nth++) found.push((await ask(path, headers)).status);
    return found;
  };
  /** The statuses of so many requests, each for another tab, which no cache has. */
  const statuses = async (times: number, path: string, headers?: Record<string, string>) => {
    const found: number[] = [];
    for (let nth = 0; nth < times; nth++) found.push((await ask(`${path}${path.includes('?') ? '&' : '?'}tab=${tabs++}`, headers)).status);
    return found;
  };
  return { ask, repeat, statuses };
}

const passed = (statuses: number[]) => statuses.filter((status) => status !== 429).length;

test('visitors of one address open so many pages in a minute; then they are asked to wait, kindly', async () => {
  const world = await createMinute();
  const { ask, statuses } = await openProcess(world);
  expect(passed(await statuses(45, '/games'))).toBe(40);
  const page = await ask('/games?tab=popular');
  expect([page.status, page.headers.get('cache-control')]).toEqual([429, 'no-store']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(page.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  const text = await page.text();
  expect(text).toContain('<h1 class="title">That was very fast</h1>');
  expect(text).toContain('Wait a minute, then try again.');
  expect(text).toContain('<link rel="stylesheet" href="/assets/root-1.css">');
  // The site's scripts get what their pages understand: a response with this status.
  const data = await ask('/games.data?tab=new', { accept: '*/*' });
  expect([data.status, Number(data.headers.get('retry-after')) > 0, await data.json()]).toEqual([
    429,
    true,
    expect.objectContaining({ ok: false, code: 'too-many-requests' }),
  ]);
  // Files and the API have other limits, other addresses their own.
  expect((await ask('/icon.svg')).status).toBe(200);
  expect((await ask('/api/v1/genres')).status).toBe(200);
  expect((await ask('/games', { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200);
  expect(world.securityEvents.map(({ event, limit }) => [event, limit])).toEqual([
    ['excess_rate_limit_exceeded:visitor,40', 'pages-of-visitors'],
  ]);
  world.advanceClock(60);
  expect((await ask('/games')).status).toBe(200);
});

test('a page that the cache has counts for nobody, and stays open to who opened too many others', async () => {
  const world = await createMinute();
  const { ask, repeat, statuses } = await openProcess(world);
  expect(passed(await repeat(60, '/games'))).toBe(60);
  // An undeclared parameter makes no other page.
  expect((await ask('/games?utm=mail')).status).toBe(200);
  expect(passed(await repeat(20, '/games?q=lion'))).toBe(20);
  expect(passed(await statuses(45, '/games'))).toBe(38);
  expect([(await ask('/games')).status, (await ask('/games?tab=popular')).status]).toEqual([200, 429]);
  // After its seconds in the cache it would be rendered again.
  world.advanceClock(6);
  expect((await ask('/games')).status).toBe(429);
});

test('whatever is rendered counts, also at addresses that only begin like those of files and endpoints', async () => {
  const { ask, statuses } = await openProcess(await createMinute());
  const addresses = [
    '/readyzX',
    '/sitemap/1',
    '/robots.txt/1',
    '/favicon.icon',
    '/avatars/of/a/b',
    '/avatars/parts/a/b',
    '/studio/x',
    '/nothing',
  ];
  for (const nth of [1, 2, 3, 4, 5])
    for (const address of addresses) expect([address, (await ask(`${address}${nth}`)).status]).toEqual([address, 404]);
  for (const address of addresses) expect([address, (await ask(`${address}6`)).status]).toEqual([address, 429]);
  expect(passed(await statuses(1, '/games'))).toBe(0);
  for (const address of ['/icon.svg', '/avatars/of/00000000.svg', '/api/v1/genres'])
    expect([address, (await ask(address)).status]).not.toEqual([address, 429]);
});

test('the sitemap counts when it is made, not when the cache has it, whoever asks for it and however', async () => {
  const { repeat, statuses } = await openProcess(await createMinute());
  expect(passed(await repeat(20, '/sitemap-games.xml'))).toBe(20);
  const parts = Array.from({ length: 20 }, (_, nth) => `/sitemap-games.xml?after=game-${nth}`);
  for (const part of parts) expect([part, passed(await repeat(1, part))]).toEqual([part, 1]);
  // A cookie, a key or a parameter of pages makes no other sitemap.
  expect(passed(await repeat(5, '/sitemap-games.xml?after=cookie', { cookie: 'kiddo_session=x' }))).toBe(5);
  expect(passed(await repeat(5, '/sitemap-games.xml?after=key', { authorization: 'x' }))).toBe(5);
  expect(passed(await repeat(5, `/sitemap.xml?_routes=${'0'.repeat(1100)}`))).toBe(5);
  // These addresses are too long for the cache.
  expect(passed(await repeat(3, `/sitemap-games.xml?after=${'0'.repeat(1100)}`))).toBe(3);
  expect(passed(await repeat(3, `/sitemap-games.xml?after=&after=${'0'.repeat(1100)}`, { cookie: 'kiddo_session=x' }))).toBe(3);
  expect(passed(await statuses(45, '/games'))).toBe(10);
  const refused = [
    await repeat(2, '/sitemap-pages.xml', { cookie: 'kiddo_session=x' }),
    await repeat(2, '/sitemap-games.xml?after=other', { authorization: 'x' }),
    await repeat(2, `/sitemap-games.xml?after=${'1'.repeat(1100)}`),
  ];
  expect(refused.map(passed)).toEqual([0, 0, 0]);
  expect(passed(await repeat(2, '/sitemap.xml?_routes=games'))).toBe(2);
});

test('of these, fewer may search; who has searched enough still opens pages', async () => {
  const world = await createMinute();
  const { statuses } = await openProcess(world);
  const searches = [...(await statuses(6, '/games.data?q=lion')), ...(await statuses(6, '/games?q=zebra'))];
  expect(passed(searches)).toBe(10);
  expect(passed(await statuses(3, '/games?q='))).toBe(3);
  expect(passed(await statuses(3, '/games.data'))).toBe(3);
  expect(world.securityEvents.map(({ limit }) => limit)).toEqual(['searches-of-visitors']);
});

test('players are counted each by themselves, wherever they are; a cookie that is no session makes nobody a player', async () => {
  const world = await createMinute();
  const { ask, statuses } = await openProcess(world);
  const [one, other] = [await signIn(world), await signIn(world)];
  const as = (player: { cookie: string }, address: string) => ({ cookie: player.cookie, 'x-forwarded-for': address });
  expect(passed(await statuses(3, '/games', as(one, '203.0.113.20')))).toBe(3);
  expect(passed(await statuses(3, '/games', as(one, '203.0.113.21')))).toBe(1);
  expect((await ask('/games', as(other, '203.0.113.20'))).status).toBe(200);
  expect(world.securityEvents.map(({ event }) => event)).toEqual([`excess_rate_limit_exceeded:${one.id},4`]);
  expect(passed(await statuses(2, '/games?q=lion', as(other, '203.0.113.20')))).toBe(1);
  const guess = { cookie: 'kiddo_session=guess', 'x-forwarded-for': '203.0.113.30' };
  expect(passed(await statuses(45, '/games', guess))).toBe(40);
});

test('two processes count together', async () => {
  const world = await createMinute();
  const [one, other] = [await openProcess(world), await openProcess(world)];
  let count = 0;
  // What they share is written after the response; a busy machine takes a moment for it.
  const waitForShared = (points: number) =>
    expect
      .poll(async () => (await world.ctx.db.selectFrom('rate_limit_counters').select('points').execute())[0]?.points ?? 0)
      .toBeGreaterThanOrEqual(points);
  for (let second = 0; second < 6; second++) {
    count += passed(await one.statuses(8, '/games')) + passed(await other.statuses(8, '/games'));
    // Each shares at its second request for the first time; with one alone nobody asks the database.
    if (second === 0) await waitForShared(4);
    world.advanceClock(1);
    // Each shares what it counted since at the next request after a second.
    count += passed(await one.statuses(1, '/games')) + passed(await other.statuses(1, '/games'));
    await waitForShared(Math.min(40, 18 * (second + 1)));
  }
  expect(count).toBeGreaterThanOrEqual(40);
  expect(count).toBeLessThan(75);
  const { key } = await world.ctx.db.selectFrom('rate_limit_counters').select('key').executeTakeFirstOrThrow();
  expect(key).toMatch(/^pages of visitors:[\w-]{27}$/);
});

test('no limit where none is set', async () => {
  const { statuses } = await openProcess(await createMinute({ PAGE_RATE: '0' }));
  expect(passed(await statuses(60, '/games?q=lion'))).toBe(60);
});
