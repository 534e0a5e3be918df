import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { DEVICES, GENDERS, LIGHT_BYTES, TABS, type ListFilters } from './schema.ts';
import { listGames, listGenres, listTrendingGames, getGame } from './service.server.ts';

const ALL: ListFilters = { tab: 'popular', genre: null, device: null, gender: null };

/** Reads all pages of a list, running `between` after each page. */
async function walk(world: World, filters: ListFilters, limit: number, between: () => Promise<unknown> = async () => {}) {
  const ids: string[] = [];
  let after: string | null = null;
  let total = 0;
  do {
    const page = await listGames(world.ctx, VISITOR, { ...filters, after, limit });
    ids.push(...page.games.map((game) => game.id));
    ({ next: after, total } = page);
    await between();
  } while (after !== null);
  return { ids, total };
}

/** 60 games, spread unevenly over genres, devices and genders. */
async function fill(world: World) {
  const genres = [['Racing'], ['Racing', 'Action'], ['Puzzle'], [], ['Action']];
  const genders = [['Male', 'Female'], ['Male'], ['Female'], []];
  for (let i = 0; i < 60; i++) {
    await world.addGame({
      title: `Game ${String((i * 7) % 13)}`,
      genres: genres[i % 5] as string[],
      genders: genders[i % 4] as string[],
      mobile_ready: i % 3 === 0,
      is_premium: i % 6 === 0,
      plays_30d: (i * i) % 11,
      rating_count: i % 4,
      rating_sum: (i % 4) * (1 + (i % 5)),
      staff_order: i === 33 ? 1 : null,
    });
  }
}

test('every tab, with every filter, shows each game once and an exact total', async () => {
  const world = await createWorld();
  await fill(world);
  for (const tab of TABS)
    for (const genre of [null, 'Racing', 'Puzzle'])
      for (const device of [null, ...DEVICES])
        for (const gender of [null, ...GENDERS]) {
          const expected = await world.ctx.db
            .selectFrom('games')
            .select('id')
            .$if(genre !== null, (q) => q.where(sql<boolean>`${genre} = any (genres)`))
            .$if(gender !== null, (q) => q.where(sql<boolean>`${gender} = any (genders)`))
            .$if(device === 'Mobile', (q) => q.where('mobile_ready', '=', true))
            .execute();
          const { ids, total } = await walk(world, { tab, genre, device, gender }, 7);
          expect({ tab, genre, device, gender, total, ids: ids.toSorted() }).toEqual({
            tab,
            genre,
            device,
            gender,
            total: expected.length,
            ids: expected.map((row) => row.id).toSorted(),
          });
        }
});

test('tabs sort as the readings say', async () => {
  const world = await createWorld();
  await world.addGame({ id: 'old', title: 'B', created_at: new Date('2020-01-01') });
  await world.addGame({ id: 'new', title: 'C', created_at: new Date('2026-01-01') });
  await world.addGame({ id: 'played', title: 'D', plays_30d: 5, created_at: new Date('2019-01-01') });
  await world.addGame({ id: 'premium', title: 'E', is_premium: true, created_at: new Date('2018-01-01') });
  await world.addGame({ id: 'picked', title: 'F', staff_order: 1, created_at: new Date('2017-01-01') });
  await world.addGame({ id: 'loved', title: 'Z', rating_count: 40, rating_sum: 195, created_at: new Date('2016-01-01') });
  await world.addGame({ id: 'one-five', title: 'Y', rating_count: 1, rating_sum: 5, created_at: new Date('2015-01-01') });
  const order = async (tab: ListFilters['tab']) => (await walk(world, { ...ALL, tab }, 3)).ids;
  expect(await order('popular')).toEqual(['played', 'new', 'old', 'premium', 'picked', 'loved', 'one-five']);
  expect(await order('top-rated')).toEqual(['loved', 'one-five', 'old', 'new', 'played', 'premium', 'picked']);
  expect(await order('featured')).toEqual(['picked', 'premium', 'new', 'old', 'played', 'loved', 'one-five']);
});

test('games that are added while one scrolls neither repeat nor push out others', async () => {
  const world = await createWorld();
  await fill(world);
  for (const tab of TABS) {
    const before = (await world.ctx.db.selectFrom('games').select('id').execute()).map((row) => row.id);
    const { ids } = await walk(world, { ...ALL, tab }, 5, () => world.addGame({ plays_30d: 5 }));
    expect(new Set(ids).size).toBe(ids.length);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
  }
});

test('the varied mix of a visitor goes on over midnight and changes with the day', async () => {
  const world = await createWorld();
  await fill(world);
  const over = await walk(world, { ...ALL, tab: 'recommended' }, 8, async () => world.advanceClock(5 * 3600));
  expect(over.ids).toHaveLength(60);
  expect(new Set(over.ids).size).toBe(60);
  // With 60 games, two days start at the same one in 1 of 60 cases; eight days practically never all do.
  const firsts = new Set<string | undefined>();
  for (let day = 0; day < 8; day++) {
    world.advanceClock(24 * 3600);
    const { games } = await listGames(world.ctx, VISITOR, { ...ALL, tab: 'recommended', after: null, limit: 8 });
    firsts.add(games[0]?.id);
  }
  expect(firsts.size).toBeGreaterThan(1);
});

test('totals and shelves follow every change of a game', async () => {
  const world = await createWorld();
  const racing = { ...ALL, genre: 'Racing' };
  const total = async (filters: ListFilters) => (await listGames(world.ctx, VISITOR, filters)).total;
  await world.addGame({ id: 'a', genres: ['Racing'], genders: ['Male'] });
  await world.addGame({ id: 'b', genres: ['Racing'] });
  expect(await total(racing)).toBe(2);
  await world.ctx.db
    .updateTable('games')
    .set({ genres: ['Puzzle'] })
    .where('id', '=', 'a')
    .execute();
  expect([await total(racing), await total({ ...ALL, genre: 'Puzzle' })]).toEqual([1, 1]);
  await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', '=', 'b').execute();
  expect([await total(racing), await total(ALL)]).toEqual([0, 1]);
  await world.ctx.db.updateTable('games').set({ hidden_at: null }).where('id', '=', 'b').execute();
  expect(await total(racing)).toBe(1);
  await world.ctx.db.deleteFrom('games').where('id', '=', 'b').execute();
  expect([await total(racing), await total(ALL), await total({ ...ALL, gender: 'Male' })]).toEqual([0, 1, 1]);
});

test('many games can be hidden, changed and deleted in one go', async () => {
  const world = await createWorld();
  for (let i = 0; i < 40; i++) await world.addGame({ genres: i % 2 === 0 ? ['Racing'] : ['Puzzle', 'Action'], genders: ['Male'] });
  const totals = async () =>
    Promise.all([null, 'Racing', 'Puzzle', 'Action'].map(async (genre) => (await listGames(world.ctx, VISITOR, { ...ALL, genre })).total));
  expect(await totals()).toEqual([40, 20, 20, 20]);
  await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', 'in', ['game-1', 'game-2', 'game-3']).execute();
  expect(await totals()).toEqual([37, 18, 19, 19]);
  await world.ctx.db.deleteFrom('games').where('id', '!=', 'game-4').execute();
  const left = await listGames(world.ctx, VISITOR, ALL);
  expect([left.total, left.games.map((game) => game.id)]).toEqual([1, ['game-4']]);
});

test('a game from the far past or with an odd date does not break the walk', async () => {
  const world = await createWorld();
  for (const [i, date] of ['1970-01-01', '1999-12-31', '2199-12-31'].entries())
    await world.addGame({ id: `d${i}`, created_at: new Date(date) });
  expect((await walk(world, ALL, 1)).ids).toEqual(['d2', 'd1', 'd0']);
});

test('Featured shows 6 a page and the other tabs 12', async () => {
  const world = await createWorld();
  for (let i = 0; i < 14; i++) await world.addGame();
  expect((await listGames(world.ctx, VISITOR, ALL)).games).toHaveLength(12);
  expect((await listGames(world.ctx, VISITOR, { ...ALL, tab: 'featured' })).games).toHaveLength(6);
});

test('an unknown genre and a broken cursor count as not given', async () => {
  const world = await createWorld();
  await world.addGame({ genres: ['Racing'] });
  for (const genre of ['\0', '\ud800', "'; drop", '🎮', 'racing', '‮evil'])
    expect(await listGames(world.ctx, VISITOR, { ...ALL, genre })).toMatchObject({ total: 1, filters: { genre: null } });
  const cursor = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const broken = [
    '',
    'x',
    '[]',
    'W10',
    'A'.repeat(5000),
    cursor(['a', 1, null]),
    cursor([99999999999, 0, 'a']),
    cursor([0, 2 ** 60, 'a']),
    cursor([0, 0, '\0']),
  ];
  for (const after of broken) expect((await listGames(world.ctx, VISITOR, { ...ALL, after })).games, after).toHaveLength(1);
  for (const after of [cursor([1, 0, 99999999999, 'a']), cursor([99999999999, 0, 1, 'a'])])
    expect((await listGames(world.ctx, VISITOR, { ...ALL, tab: 'recommended', after })).games).toHaveLength(1);
});

test('genres are those in use, the default ones first', async () => {
  const world = await createWorld();
  await world.addGame({ genres: ['Zebra', 'Racing'] });
  await world.addGame({ genres: ['Adventure', 'Puzzle'] });
  await world.addGame({ genres: ['Secret'], hidden_at: new Date() });
  expect(await listGenres(world.ctx, VISITOR)).toEqual(['Adventure', 'Racing', 'Puzzle', 'Zebra']);
});

test('trending: fastest growth first, without the games named', async () => {
  const world = await createWorld();
  await world.addGame({ id: 'slow', growth_7d: 1 });
  await world.addGame({ id: 'fast', growth_7d: 9 });
  await world.addGame({ id: 'popular', growth_7d: 99 });
  expect((await listTrendingGames(world.ctx, VISITOR, ['popular'], 6)).map((game) => game.id)).toEqual(['fast', 'slow']);
});

test('a game page: rating from 5 ratings on, no frame address for premium, nothing of other hosts', async () => {
  const world = await createWorld();
  await world.addGame({ id: 'few', rating_count: 4, rating_sum: 20 });
  await world.addGame({ id: 'enough', rating_count: 5, rating_sum: 23, is_premium: true, assets: ['https://elsewhere.example/c.png'] });
  expect(await getGame(world.ctx, VISITOR, 'few')).toMatchObject({
    rating: null,
    src: 'http://localhost:3001/games/few/0/index.html',
    can: { play: true },
  });
  expect(await getGame(world.ctx, VISITOR, 'enough')).toMatchObject({
    rating: { average: 4.6, count: 5 },
    src: null,
    cover: null,
    can: { play: false },
  });
  for (const id of ['nope', '', '../etc', 'a'.repeat(500), '\0', '🎮'])
    await expect(getGame(world.ctx, VISITOR, id)).rejects.toMatchObject({ code: 'not-found' });
});

test('light games are those that weigh less than 2 MB for sure; totals and pages follow', async () => {
  const world = await createWorld();
  const light = { ...ALL, light: true };
  await world.addGame({ id: 'small', bytes: LIGHT_BYTES - 1, genres: ['Racing'], genders: ['Male'], mobile_ready: true });
  await world.addGame({ id: 'large', bytes: LIGHT_BYTES, genres: ['Racing'] });
  await world.addGame({ id: 'unknown', bytes: null, genres: ['Racing'] });
  expect((await listGames(world.ctx, VISITOR, ALL)).total).toBe(3);
  expect((await walk(world, light, 1)).ids).toEqual(['small']);
  const both = { ...light, genre: 'Racing', device: 'Mobile', gender: 'Male' } as const;
  expect(await listGames(world.ctx, VISITOR, both)).toMatchObject({
    total: 1,
    filters: both,
    games: [{ id: 'small', bytes: LIGHT_BYTES - 1 }],
  });
  await world.ctx.db.updateTable('games').set({ bytes: 5 }).where('id', '=', 'large').execute();
  expect((await listGames(world.ctx, VISITOR, light)).total).toBe(2);
  await world.ctx.db.updateTable('games').set({ bytes: null }).execute();
  expect((await listGames(world.ctx, VISITOR, light)).total).toBe(0);
});
