import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { CONTENT_MARKS, VISITOR, type Actor } from '../../shared/permissions.ts';
import type { ListFilters } from '../games/catalogue/schema.ts';
import { getListingClasses } from '../games/catalogue/rules.ts';
import { listGames } from '../games/catalogue/service.server.ts';
import { startPlay } from '../games/plays/service.server.ts';
import { clearHistory, setFavorite } from '../library/service.server.ts';
import { recommendationJobs } from './jobs.server.ts';
import { FRESH_MINUTES, RETENTION_HOURS, RECOMMENDATIONS_MAX } from './rules.ts';
import { ensureFreshRecommendations } from './service.server.ts';

/** What an adult sees. */
const CLASSES = getListingClasses(CONTENT_MARKS, { device: null, gender: null });

const RECOMMENDED: ListFilters = { tab: 'recommended', genre: null, device: null, gender: null };

type Page = Awaited<ReturnType<typeof listGames>>;
type Catalogue = { all: string[]; of: (genre: string) => string[] };

const cursorOf = (...parts: (string | number)[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const partsOf = (cursor: string | null) => JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString()) as (string | number)[];
const idsOf = (games: { id: string }[]) => games.map((game) => game.id);
const page = (world: World, actor: Actor, more: Partial<ListFilters> & { after?: string | null; limit?: number } = {}) =>
  listGames(world.ctx, actor, { ...RECOMMENDED, ...more });

/** Reads all pages of a list, running `between` after each page. Fails if the list does not end. */
async function walk(
  world: World,
  actor: Actor,
  request: Partial<ListFilters> & { limit: number },
  between: (read: string[]) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 200; pages++) {
    const found: Page = await page(world, actor, { ...request, after });
    ids.push(...idsOf(found.games));
    if (found.next === null) return ids;
    after = found.next;
    await between(ids);
  }
  throw new Error('the list has no end');
}

/** 40 games in four genres; the first games of each genre are the most played. */
async function fill(world: World): Promise<Catalogue> {
  const genres = ['Racing', 'Puzzle', 'Action', 'Obby'];
  const rows: { id: string; genre: string }[] = [];
  for (let i = 0; i < 40; i++) {
    const genre = genres[i % 4] as string;
    const values = { genres: [genre], plays_30d: 1000 - i, mobile_ready: i % 3 === 0, genders: i % 2 === 0 ? ['Male'] : ['Female'] };
    rows.push({ genre, id: await world.addGame(values) });
  }
  return { all: rows.map((row) => row.id), of: (genre) => rows.filter((row) => row.genre === genre).map((row) => row.id) };
}

/** A world, its games, and a player who has played the first two Racing games. */
async function racer() {
  const world = await createWorld();
  const games = await fill(world);
  const amina = await world.addPlayer();
  const played = games.of('Racing').slice(0, 2);
  for (const id of played) await startPlay(world.ctx, amina, id);
  const unplayed = games.of('Racing').slice(2);
  return { world, games, amina, played, unplayed };
}

test('who has no past here gets the mix that visitors get', async () => {
  const world = await createWorld();
  await fill(world);
  const mix = await walk(world, VISITOR, { limit: 7 });
  expect(new Set(mix).size).toBe(40);
  expect(await walk(world, await world.addPlayer(), { limit: 7 })).toEqual(mix);
  expect(await world.ctx.db.selectFrom('recommendations').selectAll().execute()).toEqual([]);
});

test('who played racing games gets those not played yet first, the most played before the others, then the mix', async () => {
  const { world, amina, unplayed } = await racer();
  const mix = await walk(world, VISITOR, { limit: 7 });
  const list = await walk(world, amina, { limit: 7 });
  expect(list.slice(0, unplayed.length)).toEqual(unplayed);
  // Played games stay at their usual position in the mix.
  expect(list.slice(unplayed.length)).toEqual(mix.filter((id) => !unplayed.includes(id)));
  expect(await walk(world, await world.addPlayer(), { limit: 7 })).toEqual(mix);
  expect(await walk(world, VISITOR, { limit: 7 })).toEqual(mix);
});

test('a favorite says more than a play, stars say what was liked, and kept games are not picked', async () => {
  const world = await createWorld();
  const games = await fill(world);
  const amina = await world.addPlayer();
  const [favorite, ...puzzles] = games.of('Puzzle') as [string, ...string[]];
  const [disliked] = games.of('Action') as [string];
  await setFavorite(world.ctx, amina, favorite, { on: 'yes' });
  await startPlay(world.ctx, amina, games.of('Racing')[0] as string);
  await startPlay(world.ctx, amina, disliked);
  await world.ctx.db.insertInto('ratings').values({ player_id: amina.id, game_id: disliked, stars: 1 }).execute();
  const { games: first } = await page(world, amina, { limit: 48 });
  expect(first[0]?.id).toBe(puzzles[0]);
  const recommendations = (await world.ctx.db.selectFrom('recommendations').select('game_id').orderBy('position').execute()).map(
    (row) => row.game_id,
  );
  expect(recommendations.toSorted()).toEqual([...puzzles, ...games.of('Racing').slice(1)].toSorted());
  expect(recommendations.indexOf(puzzles[0] as string)).toBeLessThan(recommendations.indexOf(games.of('Racing')[1] as string));
});

test('no more is picked than the rest of a list can leave out', async () => {
  const world = await createWorld();
  const values = (_: unknown, i: number) => ({ id: `many-${i}`, title: `Many ${i}`, genres: i % 2 ? ['Racing'] : ['Puzzle', 'Action'] });
  await world.ctx.db
    .insertInto('games')
    .values(Array.from({ length: 150 }, values))
    .execute();
  const amina = await world.addPlayer();
  for (const id of ['many-0', 'many-1']) await setFavorite(world.ctx, amina, id, { on: 'yes' });
  const list = await walk(world, amina, { limit: 48 });
  expect([list.length, new Set(list).size]).toEqual([150, 150]);
  expect(await world.ctx.db.selectFrom('recommendations').select('position').execute()).toHaveLength(RECOMMENDATIONS_MAX);
});

test('pages of every size show each game once, also one that is full where the recommendations end', async () => {
  const { world, games, amina, unplayed } = await racer();
  const whole = await walk(world, amina, { limit: 48 });
  expect(whole.toSorted()).toEqual(games.all.toSorted());
  for (const limit of [1, 2, 3, 4, 7, unplayed.length - 1, unplayed.length, unplayed.length + 1, 39, 40, 41])
    expect([limit, await walk(world, amina, { limit })]).toEqual([limit, whole]);
});

test('where the recommendations are the whole listing, a full page is the last', async () => {
  const { world, unplayed } = await racer();
  const brian = await world.addPlayer();
  // A favorite that was hidden later still counts for the taste, but is in no listing.
  const liked = await world.addGame({ genres: ['Racing'] });
  await setFavorite(world.ctx, brian, liked, { on: 'yes' });
  await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', '=', liked).execute();
  const racing = unplayed.length + 2;
  const last = await page(world, brian, { genre: 'Racing', limit: racing });
  expect([last.games.length, last.total, last.next]).toEqual([racing, racing, null]);
  expect(await world.ctx.db.selectFrom('recommendations').selectAll().where('player_id', '=', brian.id).execute()).toHaveLength(racing);
});

test('filters hold for the recommendations and for the mix after them', async () => {
  const { world, amina } = await racer();
  for (const genre of [null, 'Racing', 'Puzzle'])
    for (const device of [null, 'Mobile'] as const)
      for (const gender of [null, 'Male', 'Female'] as const) {
        const filters = { genre, device, gender };
        const expected = await walk(world, VISITOR, { ...filters, limit: 48 });
        for (const limit of [2, 5]) {
          const list = await walk(world, amina, { ...filters, limit });
          expect([filters, limit, list.toSorted()]).toEqual([filters, limit, expected.toSorted()]);
        }
        expect((await page(world, amina, { ...filters, limit: 3 })).total).toBe(expected.length);
      }
});

test('a list that is being scrolled stays whole while its player plays, keeps and comes back later', async () => {
  const { world, games, amina } = await racer();
  for (const limit of [3, 4]) {
    let turn = 0;
    const list = await walk(world, amina, { limit }, async (read) => {
      turn++;
      const [fresh] = games.all.filter((id) => !read.includes(id));
      if (turn % 3 === 1) await startPlay(world.ctx, amina, fresh as string);
      if (turn % 3 === 2) await setFavorite(world.ctx, amina, fresh as string, { on: 'yes' });
      if (turn % 3 === 0) await setFavorite(world.ctx, amina, read[0] as string, { on: 'no' });
      // A new list starts elsewhere, with new recommendations.
      world.advanceClock(FRESH_MINUTES * 60 + 1);
      await page(world, amina);
    });
    expect([limit, list.length, list.toSorted()]).toEqual([limit, games.all.length, games.all.toSorted()]);
  }
  const sets = await world.ctx.db.selectFrom('recommendations').select('created_at').distinct().execute();
  expect(sets.length).toBeGreaterThan(5);
});

test('a game that is hidden meanwhile is not shown, and the others are', async () => {
  const { world, games, amina, unplayed } = await racer();
  const gone = [unplayed[5] as string, games.of('Obby')[3] as string];
  let turned = false;
  const list = await walk(world, amina, { limit: 3 }, async (read) => {
    if (turned) return;
    turned = true;
    expect(read).not.toContain(gone[0]);
    await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', 'in', gone).execute();
  });
  expect(list.toSorted()).toEqual(games.all.filter((id) => !gone.includes(id)).toSorted());
});

test('recommendations stay for an hour, then they are made anew; the job forgets those of yesterday', async () => {
  const { world, amina, unplayed } = await racer();
  const first = await ensureFreshRecommendations(world.ctx, amina, CLASSES);
  await startPlay(world.ctx, amina, unplayed[0] as string);
  world.advanceClock(FRESH_MINUTES * 60 - 10);
  expect(await ensureFreshRecommendations(world.ctx, amina, CLASSES)).toEqual(first);
  expect(idsOf((await page(world, amina)).games)[0]).toBe(unplayed[0]);
  world.advanceClock(11);
  expect(await ensureFreshRecommendations(world.ctx, amina, CLASSES)).not.toEqual(first);
  expect(idsOf((await page(world, amina)).games)[0]).toBe(unplayed[1]);
  const madeAt = async () => (await world.ctx.db.selectFrom('recommendations').select('created_at').distinct().execute()).length;
  expect(await madeAt()).toBe(2);
  world.advanceClock((RETENTION_HOURS - 1) * 3_600 + 60);
  for (const job of recommendationJobs) await job.run(world.ctx);
  expect(await madeAt()).toBe(1);
});

test('two lists that begin in the same millisecond both begin with recommendations', async () => {
  const { world, amina } = await racer();
  const now = world.ctx.now();
  const ctx = { ...world.ctx, now: () => now };
  const every = async <T>(what: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, what));
  // Opens the connections first, so that the four calls really run concurrently.
  await every(() => listGames(world.ctx, VISITOR, RECOMMENDED));
  expect(await every(() => ensureFreshRecommendations(ctx, amina, CLASSES))).toEqual([now, now, now, now]);
});

test('who clears the history has no recommendations of it any more', async () => {
  const { world, amina } = await racer();
  const mix = await walk(world, VISITOR, { limit: 7 });
  const begun = await page(world, amina, { limit: 3 });
  await clearHistory(world.ctx, amina, { do: 'clear' });
  expect(await world.ctx.db.selectFrom('recommendations').selectAll().execute()).toEqual([]);
  expect(await walk(world, amina, { limit: 7 })).toEqual(mix);
  // A list that was already open continues with the mix and does not fail.
  expect((await page(world, amina, { after: begun.next, limit: 3 })).games).toHaveLength(3);
});

test('one player’s cursor is worth nothing to another, and shows nothing of the first', async () => {
  const { world, amina } = await racer();
  const { next } = await page(world, amina, { limit: 3 });
  const mix = await walk(world, VISITOR, { limit: 12 });
  for (const other of [VISITOR, await world.addPlayer()])
    expect(idsOf((await page(world, other, { after: next, limit: 12 })).games)).toEqual(mix.slice(0, 12));
});

test('a cursor that somebody made up never breaks the list', async () => {
  const { world, amina } = await racer();
  const [madeAt = 0] = partsOf((await page(world, amina, { limit: 3 })).next);
  const [big, small] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  const int = 2 ** 31 - 1;
  const forged = [
    'garbage',
    '[]',
    'x'.repeat(601),
    cursorOf(0, 0, 0, 0, 0, 'x', 1),
    cursorOf('a', 0, 0, 0, 0, 'x'),
    cursorOf(madeAt, 0.5, 0, 0, 0, 'x'),
    cursorOf(madeAt, 0, 0, 0, 0, 'a\0b'),
    ...[madeAt, 0, -1, 1, big, small, 8_640_000_000_000_000].flatMap((at) =>
      [0, 1, -1, int, -int].flatMap((place) =>
        [0, 7, -int, int].map((part) => cursorOf(at, place, part, part === 7 ? 1 : part, part, 'x'.repeat(60))),
      ),
    ),
  ];
  for (const after of forged)
    for (const actor of [amina, VISITOR]) {
      const { games } = await page(world, actor, { after, limit: 5 });
      expect(new Set(idsOf(games)).size).toBe(games.length);
    }
});
