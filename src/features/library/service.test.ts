import { moderateGame } from '../moderation/service.server.ts';
import { reportGame } from '../reports/service.server.ts';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { listGames, getGame } from '../games/catalogue/service.server.ts';
import { startPlay } from '../games/plays/service.server.ts';
import { FAVORITES_PAGE_SIZE, HISTORY_PAGE_SIZE } from './rules.ts';
import {
  clearHistory,
  listFavorites,
  listHistory,
  listRecentGames,
  rateGame,
  setFavorite,
  getMemberSince,
  getPlayerGameState,
} from './service.server.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const cursorOf = (...parts: (string | number)[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const idsOf = (games: { id: string }[]) => games.map((game) => game.id);
const hide = (world: World, id: string, hidden = true) =>
  world.ctx.db
    .updateTable('games')
    .set({ hidden_at: hidden ? new Date() : null })
    .where('id', '=', id)
    .execute();
const addGames = async (world: World, count: number) => {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await world.addGame());
  return ids;
};

/** Reads all pages of favorites, running `between` after each page. */
async function allFavorites(world: World, actor: Actor, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await listFavorites(world.ctx, actor, after);
    ids.push(...idsOf(page.games));
    after = page.next;
    await between();
  } while (after !== null);
  return ids;
}

/** Gives a player this much play time in a game. */
const wasIn = (world: World, player: { id: string }, gameId: string, seconds: number) =>
  world.ctx.db.insertInto('play_times').values({ player_id: player.id, game_id: gameId, seconds, counted_to: new Date() }).execute();

/** Adds a player with an hour of play time who rates the game. */
async function rated(world: World, gameId: string, stars: number): Promise<Player> {
  const player = await world.addPlayer();
  await wasIn(world, player, gameId, 3_600);
  await rateGame(world.ctx, player, gameId, { stars: String(stars) });
  return player;
}

/** Adds an entry to a player's history, this many hours old. */
const played = (world: World, player: { id: string }, gameId: string, hours: number) =>
  world.ctx.db
    .insertInto('play_history')
    .values({ id: world.ctx.newId(), player_id: player.id, game_id: gameId, played_at: new Date(Date.now() - hours * 3_600_000) })
    .execute();

test('a favorite is kept once, however often it is kept, and gone once, however often it is taken away', async () => {
  const world = await createWorld();
  const [one, two] = await addGames(world, 2);
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  expect(await setFavorite(world.ctx, amina, one as string, { on: 'yes' })).toEqual({ favorited: true });
  await setFavorite(world.ctx, amina, two as string, { on: 'yes' });
  await Promise.all(Array.from({ length: 5 }, () => setFavorite(world.ctx, amina, one as string, { on: 'yes' })));
  const page = await listFavorites(world.ctx, amina, null);
  // Adding a favorite again does not move it to the top.
  expect([idsOf(page.games), page.total, page.next]).toEqual([[two, one], 2, null]);
  expect(await getPlayerGameState(world.ctx, amina, one as string)).toEqual({ favorited: true, stars: null, canRate: false });
  expect(await getPlayerGameState(world.ctx, brian, one as string)).toMatchObject({ favorited: false });
  for (let time = 0; time < 2; time++) await setFavorite(world.ctx, amina, one as string, { on: 'no' });
  expect(await setFavorite(world.ctx, brian, two as string, { on: 'no' })).toEqual({ favorited: false });
  expect(await listFavorites(world.ctx, amina, null)).toMatchObject({ games: [{ id: two }], total: 1 });
});

test('ten quick clicks end in the state of the last', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  for (let click = 1; click <= 10; click++) await setFavorite(world.ctx, amina, id, { on: click % 2 === 1 ? 'yes' : 'no' });
  expect(await getPlayerGameState(world.ctx, amina, id)).toMatchObject({ favorited: false });
});

test('favorites come the latest first, in pages that repeat and skip nothing while others come and go', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  const ids = await addGames(world, FAVORITES_PAGE_SIZE * 2 + 5);
  for (const id of ids) {
    await setFavorite(world.ctx, amina, id, { on: 'yes' });
    world.advanceClock(1);
  }
  expect(await allFavorites(world, amina)).toEqual(ids.toReversed());
  // Favorites added in the same millisecond still have one stable order.
  await world.ctx.db.updateTable('favorites').set({ created_at: new Date() }).execute();
  expect((await allFavorites(world, amina)).toSorted()).toEqual(ids.toSorted());
  const all = await allFavorites(world, amina);
  const [later, last] = [await world.addGame(), all.at(-1) as string];
  let turned = false;
  const read = await allFavorites(world, amina, async () => {
    if (turned) return;
    turned = true;
    await setFavorite(world.ctx, amina, later, { on: 'yes' });
    await setFavorite(world.ctx, amina, last, { on: 'no' });
    await setFavorite(world.ctx, amina, all[0] as string, { on: 'no' });
  });
  expect(read).toEqual(all.slice(0, -1));
});

test('a full last page has no page after it', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  for (const id of await addGames(world, FAVORITES_PAGE_SIZE)) await setFavorite(world.ctx, amina, id, { on: 'yes' });
  expect((await listFavorites(world.ctx, amina, null)).next).toBeNull();
});

test('a hidden game cannot be kept; one that was is gone from the list until it is restored', async () => {
  const world = await createWorld();
  const [one, two] = (await addGames(world, 2)) as [string, string];
  const amina = await world.addPlayer();
  for (const id of [one, two]) await setFavorite(world.ctx, amina, id, { on: 'yes' });
  await hide(world, one);
  expect(await listFavorites(world.ctx, amina, null)).toMatchObject({ games: [{ id: two }], total: 1 });
  await expect(setFavorite(world.ctx, amina, one, { on: 'yes' })).rejects.toMatchObject({ code: 'not-found' });
  await hide(world, one, false);
  expect(idsOf((await listFavorites(world.ctx, amina, null)).games)).toEqual([two, one]);
});

test('what is one’s own is for players only, and unknown games are not found', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const mine = [
    (actor: Actor) => setFavorite(world.ctx, actor, id, { on: 'yes' }),
    (actor: Actor) => listFavorites(world.ctx, actor, null),
    (actor: Actor) => listRecentGames(world.ctx, actor),
    (actor: Actor) => listHistory(world.ctx, actor, null),
    (actor: Actor) => clearHistory(world.ctx, actor, { do: 'clear' }),
    (actor: Actor) => rateGame(world.ctx, actor, id, { stars: '5' }),
    (actor: Actor) => getMemberSince(world.ctx, actor),
  ];
  for (const use of mine) {
    await expect(use(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
    await expect(use(SYSTEM)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  expect(await getPlayerGameState(world.ctx, VISITOR, id)).toBeNull();
  for (const unknown of ['nope', '', '../x', 'a'.repeat(65), `${id}\0`]) {
    await expect(setFavorite(world.ctx, amina, unknown, { on: 'yes' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(rateGame(world.ctx, amina, unknown, { stars: '5' })).rejects.toMatchObject({ code: 'not-found' });
  }
  expect(await world.ctx.db.selectFrom('favorites').selectAll().execute()).toEqual([]);
});

test('a cursor that somebody made up never breaks a list', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  const id = await world.addGame();
  await setFavorite(world.ctx, amina, id, { on: 'yes' });
  await startPlay(world.ctx, amina, id);
  const uuid = world.ctx.newId();
  const numbers = [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 8_640_000_000_000_000, -8_640_000_000_000_000];
  const forged = ['garbage', '[]', cursorOf(), cursorOf('a', 1), cursorOf(1, 'not-a-uuid'), cursorOf(1, '-'.repeat(36))];
  const broken: [string, string][] = [];
  for (const after of [...forged, ...numbers.flatMap((at) => [cursorOf(at, uuid), cursorOf(at, id)])])
    for (const list of [listFavorites, listHistory])
      await list(world.ctx, amina, after).catch((error: Error) => {
        broken.push([Buffer.from(after, 'base64url').toString(), error.message]);
      });
  expect(broken).toEqual([]);
});

test('recently played: the latest play of each game, six of at most twelve entries', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  const ids = await addGames(world, 8);
  for (const [i, id] of ids.entries()) await played(world, amina, id, 100 + i);
  expect(idsOf(await listRecentGames(world.ctx, amina))).toEqual(ids.slice(0, 6));
  // Only twelve entries are read, and all of them are of one game.
  for (let i = 0; i < 11; i++) await played(world, amina, ids[7] as string, 2 + i * 2);
  expect(idsOf(await listRecentGames(world.ctx, amina))).toEqual([ids[7], ids[0]]);
  await played(world, amina, ids[7] as string, 30);
  expect(idsOf(await listRecentGames(world.ctx, amina))).toEqual([ids[7]]);
  await hide(world, ids[7] as string);
  expect(idsOf(await listRecentGames(world.ctx, amina))).toEqual(ids.slice(0, 6));
  expect(await listRecentGames(world.ctx, await world.addPlayer())).toEqual([]);
});

test('opened again within the hour a game is the same entry, which moves; later it is a new one', async () => {
  const world = await createWorld();
  const [one, two] = (await addGames(world, 2)) as [string, string];
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const history = async () => (await listHistory(world.ctx, amina, null)).entries;
  await startPlay(world.ctx, amina, one);
  world.advanceClock(60);
  await startPlay(world.ctx, amina, two);
  await startPlay(world.ctx, brian, one);
  const [, first] = await history();
  world.advanceClock(3_000);
  await startPlay(world.ctx, amina, one);
  const moved = await history();
  expect(moved.map((entry) => entry.game.id)).toEqual([one, two]);
  expect(moved[0]?.id).toBe(first?.id);
  expect(Date.parse(moved[0]?.playedAt ?? '')).toBeGreaterThan(Date.parse(first?.playedAt ?? ''));
  // The hour counts from the entry's latest update.
  world.advanceClock(3_500);
  await startPlay(world.ctx, amina, one);
  expect(await history()).toHaveLength(2);
  world.advanceClock(3_601);
  await startPlay(world.ctx, amina, one);
  expect((await history()).map((entry) => entry.game.id)).toEqual([one, one, two]);
  await startPlay(world.ctx, VISITOR, two);
  expect(await history()).toHaveLength(3);
});

test('two openings at once are one entry', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  await Promise.all(Array.from({ length: 6 }, () => startPlay(world.ctx, amina, id)));
  expect((await listHistory(world.ctx, amina, null)).entries).toHaveLength(1);
  expect(await world.ctx.db.selectFrom('game_days').select('plays').execute()).toEqual([{ plays: 6 }]);
});

test('the whole history has pages, and can be cleared; favorites and other players’ histories stay', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const ids = await addGames(world, 3);
  for (let i = 0; i < HISTORY_PAGE_SIZE * 2 + 3; i++) await played(world, amina, ids[i % 3] as string, 2 * i);
  await played(world, brian, ids[0] as string, 1);
  await setFavorite(world.ctx, amina, ids[0] as string, { on: 'yes' });
  const entries: { id: string; playedAt: string }[] = [];
  let after: string | null = null;
  const sizes: number[] = [];
  do {
    const page = await listHistory(world.ctx, amina, after);
    entries.push(...page.entries);
    sizes.push(page.entries.length);
    after = page.next;
  } while (after !== null);
  expect(sizes).toEqual([HISTORY_PAGE_SIZE, HISTORY_PAGE_SIZE, 3]);
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(HISTORY_PAGE_SIZE * 2 + 3);
  const times = entries.map((entry) => entry.playedAt);
  expect(times).toEqual(times.toSorted().toReversed());
  for (let time = 0; time < 2; time++) await clearHistory(world.ctx, amina, { do: 'clear' });
  expect(await listHistory(world.ctx, amina, null)).toEqual({ entries: [], next: null });
  expect(await listRecentGames(world.ctx, amina)).toEqual([]);
  expect(await listFavorites(world.ctx, amina, null)).toMatchObject({ total: 1 });
  expect((await listHistory(world.ctx, brian, null)).entries).toHaveLength(1);
});

test('who has been in a game for a minute may rate it, and think again', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const figures = () => world.ctx.db.selectFrom('games').select(['rating_count', 'rating_sum']).where('id', '=', id).executeTakeFirst();
  await expect(rateGame(world.ctx, amina, id, { stars: '5' })).rejects.toMatchObject({ code: 'not-allowed' });
  await wasIn(world, amina, id, 59.9);
  expect(await getPlayerGameState(world.ctx, amina, id)).toMatchObject({ stars: null, canRate: false });
  await expect(rateGame(world.ctx, amina, id, { stars: '5' })).rejects.toMatchObject({ code: 'not-allowed' });
  await world.ctx.db.updateTable('play_times').set({ seconds: 60 }).execute();
  expect(await getPlayerGameState(world.ctx, amina, id)).toMatchObject({ canRate: true });
  for (const stars of [5, 5, 2]) expect(await rateGame(world.ctx, amina, id, { stars: String(stars) })).toEqual({ stars, rating: null });
  expect(await getPlayerGameState(world.ctx, amina, id)).toMatchObject({ stars: 2 });
  expect(await figures()).toEqual({ rating_count: 1, rating_sum: 2 });
  // A minute in one game does not count for another.
  await expect(rateGame(world.ctx, amina, await world.addGame(), { stars: '5' })).rejects.toMatchObject({ code: 'not-allowed' });
  await hide(world, id);
  await expect(rateGame(world.ctx, amina, id, { stars: '5' })).rejects.toMatchObject({ code: 'not-found' });
  expect(await figures()).toEqual({ rating_count: 1, rating_sum: 2 });
});

test('stars are whole and from 1 to 5', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  await wasIn(world, amina, id, 60);
  for (const stars of ['0', '6', '-1', '1.5', 'NaN', 'Infinity', '', ' 5', '05'])
    await expect(rateGame(world.ctx, amina, id, { stars })).rejects.toMatchObject({ code: 'bad-input' });
  await expect(rateGame(world.ctx, amina, id, {})).rejects.toMatchObject({ code: 'bad-input' });
  expect(await world.ctx.db.selectFrom('ratings').selectAll().execute()).toEqual([]);
});

test('a game is new below five ratings, then shows their average and number', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const label = async () => (await getGame(world.ctx, VISITOR, id)).rating;
  const players: Player[] = [];
  for (const stars of [5, 4, 4, 5]) players.push(await rated(world, id, stars));
  expect(await label()).toBeNull();
  players.push(await rated(world, id, 4));
  expect(await label()).toEqual({ average: 4.4, count: 5 });
  expect(await rateGame(world.ctx, players[0] as Player, id, { stars: '1' })).toEqual({ stars: 1, rating: { average: 3.6, count: 5 } });
  // Deleting a player deletes their stars.
  await world.ctx.db
    .deleteFrom('players')
    .where('id', '=', (players[1] as Player).id)
    .execute();
  expect(await label()).toBeNull();
  expect(await world.ctx.db.selectFrom('games').select(['rating_count', 'rating_sum']).execute()).toEqual([
    { rating_count: 4, rating_sum: 14 },
  ]);
});

test('many who rate at once, and one who rates many times at once, are counted right', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const players: Player[] = [];
  for (let i = 0; i < 10; i++) players.push(await world.addPlayer());
  for (const player of players) await wasIn(world, player, id, 60);
  const amina = players[0] as Player;
  await Promise.all([
    ...players.slice(1).map((player, i) => rateGame(world.ctx, player, id, { stars: String(1 + (i % 5)) })),
    ...['1', '2', '3', '4', '5'].map((stars) => rateGame(world.ctx, amina, id, { stars })),
  ]);
  const rows = await world.ctx.db.selectFrom('ratings').select('stars').execute();
  expect(rows).toHaveLength(10);
  expect(await world.ctx.db.selectFrom('games').select(['rating_count', 'rating_sum']).execute()).toEqual([
    { rating_count: 10, rating_sum: rows.reduce((sum, row) => sum + row.stars, 0) },
  ]);
});

test('Top Rated follows the ratings: many good ones before one perfect one, the title between equals', async () => {
  const world = await createWorld();
  const [loved, lucky, plain, poor] = [
    await world.addGame({ title: 'Loved' }),
    await world.addGame({ title: 'Lucky' }),
    await world.addGame({ title: 'A Plain One' }),
    await world.addGame({ title: 'Poor' }),
  ];
  const order = async () =>
    idsOf((await listGames(world.ctx, VISITOR, { tab: 'top-rated', genre: null, device: null, gender: null })).games);
  expect(await order()).toEqual([plain, loved, lucky, poor]);
  const fans: Player[] = [];
  for (const stars of [5, 5, 4, 5, 5, 4]) fans.push(await rated(world, loved, stars));
  await rated(world, lucky, 5);
  await rated(world, poor, 1);
  expect(await order()).toEqual([loved, lucky, plain, poor]);
  for (const fan of fans) await rateGame(world.ctx, fan, loved, { stars: '1' });
  expect(await order()).toEqual([lucky, plain, poor, loved]);
  for (const fan of fans) await world.ctx.db.deleteFrom('players').where('id', '=', fan.id).execute();
  expect(await order()).toEqual([lucky, plain, loved, poor]);
});

test('the day a player joined is theirs to see', async () => {
  const world = await createWorld();
  const joined = new Date('2026-07-04T10:00:00Z');
  const amina = await world.addPlayer({ created_at: joined });
  expect(await getMemberSince(world.ctx, amina)).toEqual(joined);
  await world.ctx.db.deleteFrom('players').execute();
  await expect(getMemberSince(world.ctx, amina)).rejects.toMatchObject({ code: 'not-found' });
});

test('favorites and decisions about the same game do not stand in each other’s way', async () => {
  const world = await createWorld();
  const game = await world.addGame();
  const mod = await world.addPlayer({ role: 'moderator' });
  const players = [];
  for (let i = 0; i < 6; i++) players.push(await world.addPlayer());
  for (let round = 0; round < 5; round++) {
    for (const player of players) await reportGame(world.ctx, player, game, { reason: 'spam', description: `round ${round}` });
    await Promise.all([
      moderateGame(world.ctx, mod, game, { action: 'dismiss', note: 'fine' }),
      ...players.map((player) => setFavorite(world.ctx, player, game, { on: round % 2 === 0 ? 'yes' : 'no' })),
    ]);
  }
  expect(await world.ctx.db.selectFrom('favorites').select('player_id').execute()).toHaveLength(6);
}, 60_000);
