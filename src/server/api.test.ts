import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { serveSite } from '../../tests/served-site.ts';
import { createWorld } from '../../tests/world.ts';

/** Addresses below /api/v1, good and bad: what each answers is in the snapshot, to the byte. */
const ADDRESSES = [
  '/games',
  '/games?tab=top-rated&genre=Puzzle&device=Mobile&gender=Female&size=light&limit=2',
  '/games?tab=recommended&genre=Racing',
  '/games?tab=featured&limit=1',
  '/games?tab=popular&limit=1',
  '/games?genre=Puzzle&genre=Racing',
  '/games?genre=Nothing',
  '/games?genre=',
  '/games?tab=newest',
  '/games?limit=0',
  '/games?limit=many',
  '/games?size=heavy',
  '/games?cursor=nonsense&other=1',
  `/games?cursor=${'x'.repeat(601)}`,
  '/games/chess',
  '/games/caf%C3%A9',
  '/games/%63hess',
  '/games/%E0%A4%A',
  '/games/hidden',
  '/games/none',
  '/games/not%20an%20id',
  `/games/${'x'.repeat(201)}`,
  '/games/chess/',
  '/games/',
  '/search?q=chess',
  '/search?q=ches',
  '/search?q=chesss',
  '/search?q=speedy+cafe',
  '/search?q=Caf%C3%A9',
  '/search?q=c',
  '/search?q=',
  '/search',
  '/search?q=a&q=b',
  '/genres',
  '/nothing',
];

/** A site without pages, whose API has four games: as it is built, and as in development, where nothing is shared. */
async function api() {
  const world = await createWorld({ API_RATE: '0' });
  const bytes = { bytes: 900_000, created_at: new Date('2026-01-02T03:04:05.006Z') };
  await world.addGame({ id: 'chess', title: 'Chess', developer: 'Boards "R" Us', genres: ['Puzzle', 'Board'], plays_30d: 30, ...bytes });
  await world.addGame({ id: 'speedy', title: 'Speedy Café', developer: null, genres: ['Racing'], tags: ['Cars', 'Coffee ☕'], ...bytes });
  await world.addGame({ id: 'sudoku', title: 'Sudoku', genres: ['Puzzle'], is_premium: true, plays_30d: 9, ...bytes });
  await world.addGame({ id: 'hidden', title: 'Hidden chess', genres: ['Puzzle'], hidden_at: new Date('2026-02-02T00:00:00Z'), ...bytes });
  const pages = { entry: { module: {} }, routes: {}, assets: { routes: {} } } as unknown as ServerBuild;
  const built = await serveSite({ ctx: world.ctx, pages, assets: new Map() });
  const development = await serveSite({ ctx: world.ctx, pages, assets: null });
  const ask = async (origin: string, address: string, init?: RequestInit) => {
    const response = await fetch(`${origin}/api/v1${address}`, init);
    const headers = [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name));
    const body = (await response.text()).replace(/"requestId":"[0-9a-f]{16}"/, '"requestId":"ID"');
    return { status: response.status, headers: headers.toSorted(([a], [b]) => (a < b ? -1 : 1)), body };
  };
  return {
    get: (address: string, init?: RequestInit) => ask(built, address, init),
    getUnshared: (address: string, init?: RequestInit) => ask(development, address, init),
  };
}

test('every answer is the same to the byte: body, status and headers', async () => {
  const { get } = await api();
  const answers: string[] = [];
  for (const address of ADDRESSES) {
    const { status, headers, body } = await get(address);
    answers.push(`${address}\n${status} ${headers.map((each) => each.join(': ')).join('\n')}\n${body}\n`);
  }
  await expect(answers.join('\n')).toMatchFileSnapshot('api.test.snap');
});

test('a request that is not shared is answered with the same body', async () => {
  const { get, getUnshared } = await api();
  for (const address of ADDRESSES) {
    const shared = await get(address);
    const own = await getUnshared(address);
    expect([own.status, own.body], address).toEqual([shared.status, shared.body]);
  }
});

test('whoever asks gets the shared answer: the API knows nobody', async () => {
  const { get } = await api();
  const shared = await get('/games/chess');
  expect(Object.fromEntries(shared.headers)).toHaveProperty('etag');
  expect(await get('/games/chess', { headers: { authorization: 'none' } })).toEqual(shared);
  expect(await get('/games/chess', { headers: { cookie: 'kiddo_session=x' } })).toEqual(shared);
});

test('only reading is allowed', async () => {
  const { get, getUnshared } = await api();
  const written = await get('/games', { method: 'PUT' });
  expect([written.status, Object.fromEntries(written.headers)['allow']]).toEqual([405, 'GET, HEAD']);
  for (const look of [get, getUnshared]) expect(await look('/games/chess', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
});

test('games that are asked for at the same time, in lists too, are each their own', async () => {
  const { get } = await api();
  const ids = ['chess', 'speedy', 'sudoku', 'none', 'hidden', 'chess'];
  const found = await Promise.all(ids.map((id) => get(`/games/${id}`)));
  expect(found.map(({ status, body }) => (status === 200 ? JSON.parse(body).id : status))).toEqual([
    'chess',
    'speedy',
    'sudoku',
    404,
    404,
    'chess',
  ]);
  const lists = ['genre=Puzzle', 'genre=Racing', 'genre=Puzzle&limit=1', 'tab=top-rated', 'device=PC', 'genre=None'];
  const totals = await Promise.all(lists.map((query) => get(`/games?${query}`)));
  expect(totals.map(({ status, body }) => (status === 200 ? JSON.parse(body).total : status))).toEqual([2, 1, 2, 3, 3, 400]);
});
