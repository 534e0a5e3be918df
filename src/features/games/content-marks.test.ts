import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { CONTENT_MARKS, VISITOR, type Actor, type ContentMark } from '../../shared/permissions.ts';
import { listFavorites, listHistory, listPlayerFavorites, listRecentGames, rateGame, setFavorite } from '../library/service.server.ts';
import { getOfflineGameSource } from '../offline/service.server.ts';
import { reportGame } from '../reports/service.server.ts';
import { getHomePage } from '../site/service.server.ts';
import { TABS } from './catalogue/schema.ts';
import {
  getCardsByIds,
  getGame,
  listGames,
  listGamesByCreator,
  listGenres,
  listSitemapGames,
  listSitemapParts,
  listTrendingGames,
} from './catalogue/service.server.ts';
import { createTicket } from './plays/rules.ts';
import { canServeFiles, handlePlayEvent, recordOfflinePlay, startPlay } from './plays/service.server.ts';
import { searchGames } from './search/service.server.ts';
import { listSimilarGames } from './similar/service.server.ts';

// Who sees games by their content mark, on every way to a game (docs/decisions/064-content-marks.md).

const ALL = { genre: null, device: null, gender: null } as const;
const idOf = (mark: ContentMark) => `mark-${mark}`;
const GAMES = CONTENT_MARKS.map(idOf);

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** One game of each mark, alike in all else; 'base' is for everyone, and liked by whoever asks. A ghost game is from 16, and the only one of its kind. */
async function createMarkedWorld() {
  const world = await createWorld();
  const { ctx, addGame, addPlayer } = world;
  const creator = await addPlayer();
  await addGame({ id: 'base', title: 'Base', genres: ['Racing'], tags: ['Fire'] });
  for (const min_age of CONTENT_MARKS)
    await addGame({
      id: idOf(min_age),
      title: `Dragon ${min_age === 0 ? 'Zero' : min_age === 13 ? 'Thirteen' : 'Sixteen'}`,
      developer: 'Fiery Labs',
      genres: ['Racing'],
      tags: ['Fire'],
      min_age,
      plays_30d: 10 + min_age,
      growth_7d: min_age,
      creator_id: creator.id,
    });
  await addGame({ id: 'ghost', title: 'Ghostly Mansion', developer: 'Boo', genres: ['Horror'], min_age: 16 });
  return { world, ctx, creator };
}

/** Likes and has played every game, whenever that was allowed. */
async function likeEverything({ ctx }: World, playerId: string) {
  for (const game_id of GAMES) {
    await ctx.db.insertInto('favorites').values({ player_id: playerId, game_id }).execute();
    await ctx.db.insertInto('play_history').values({ id: ctx.newId(), player_id: playerId, game_id, played_at: ctx.now() }).execute();
  }
}

/** The games of each mark that an actor reaches, by the way to them. */
async function listReached({ world, ctx, creator }: Awaited<ReturnType<typeof createMarkedWorld>>, actor: Actor) {
  const reached: Record<string, string[]> = {};
  const note = (way: string, ids: string[]) => (reached[way] = GAMES.filter((id) => ids.includes(id)));
  const idsOf = (games: { id: string }[]) => games.map(({ id }) => id);
  const whereOk = async (work: (id: string) => Promise<unknown>) => {
    const found: string[] = [];
    for (const id of GAMES) if ((await codeOf(work(id))) === 'ok') found.push(id);
    return found;
  };
  for (const tab of TABS)
    for (const genre of [null, 'Racing']) note(`list ${tab} ${genre}`, idsOf((await listGames(ctx, actor, { ...ALL, tab, genre })).games));
  const home = await getHomePage(ctx, actor);
  note('home', idsOf([...home.popular, ...home.trending]));
  note('trending', idsOf(await listTrendingGames(ctx, actor, ['base'], 6)));
  for (const term of ['dragon', 'drag', 'dr', 'agon', 'dragn', 'fiery labs', 'fire dragon', 'labs'])
    note(`search ${term}`, idsOf((await searchGames(ctx, actor, term)).games));
  note('similar', idsOf(await listSimilarGames(ctx, actor, 'base')));
  note('cards', [...(await getCardsByIds(ctx, actor, GAMES)).keys()]);
  note('page', await whereOk((id) => getGame(ctx, actor, id)));
  note('save offline', await whereOk((id) => getOfflineGameSource(ctx, actor, id)));
  note('offline play', await whereOk((id) => recordOfflinePlay(ctx, actor, id, { late: ctx.newId(), at: String(Date.now()) })));
  note('play', await whereOk((id) => startPlay(ctx, actor, id)));
  if (actor.kind === 'player') {
    note('made by a player', idsOf(await listGamesByCreator(ctx, actor, creator.id, 10)));
    note(
      'files',
      await whereOk(async (id) => {
        if (!(await canServeFiles(ctx, id, createTicket(ctx.secret, id, actor.id, ctx.now())))) throw new Error('refused');
      }),
    );
    note('make a favorite', await whereOk((id) => setFavorite(ctx, actor, id, { on: 'yes' })));
    note('report', await whereOk((id) => reportGame(ctx, actor, id, { reason: 'other' })));
    await ctx.db.deleteFrom('favorites').where('player_id', '=', actor.id).execute();
    await ctx.db.deleteFrom('play_history').where('player_id', '=', actor.id).execute();
    await ctx.db.deleteFrom('play_times').where('player_id', '=', actor.id).execute();
    await ctx.db.deleteFrom('recommendations').where('player_id', '=', actor.id).execute();
    // What they like leads to what is recommended.
    await setFavorite(ctx, actor, 'base', { on: 'yes' });
    await listGames(ctx, actor, { ...ALL, tab: 'recommended' });
    const chosen = await ctx.db.selectFrom('recommendations').select('game_id').where('player_id', '=', actor.id).execute();
    note(
      'recommendations',
      chosen.map(({ game_id }) => game_id),
    );
    await likeEverything(world, actor.id);
    await likeEverything(world, creator.id);
    note('favorites', idsOf((await listFavorites(ctx, actor, null)).games));
    note('favorites of another player', idsOf(await listPlayerFavorites(ctx, actor, creator.id, 10)));
    note('recent games', idsOf(await listRecentGames(ctx, actor)));
    note('history', idsOf((await listHistory(ctx, actor, null)).entries.map(({ game }) => game)));
    await ctx.db.deleteFrom('favorites').where('player_id', '=', creator.id).execute();
    await ctx.db.deleteFrom('play_history').where('player_id', '=', creator.id).execute();
    note(
      'rate',
      await whereOk(async (id) => {
        const times = { player_id: actor.id, game_id: id, seconds: 120, counted_to: ctx.now() };
        await ctx.db
          .insertInto('play_times')
          .values(times)
          .onConflict((on) => on.columns(['player_id', 'game_id']).doUpdateSet({ seconds: 120 }))
          .execute();
        await rateGame(ctx, actor, id, { stars: '4' });
      }),
    );
  }
  return reached;
}

test.each([
  ['visitor', 0],
  ['age not known', 0],
  [13, 13],
  [16, 16],
  [18, 16],
] as const)('%s: every way leads to games up to %s, and to no others', async (who, upTo) => {
  const marked = await createMarkedWorld();
  const { world, ctx } = marked;
  const birth_month = { 13: '2012-01', 16: '2009-01', 18: '1990-01' } as const;
  const actor: Actor =
    who === 'visitor'
      ? VISITOR
      : who === 'age not known'
        ? { kind: 'age-unknown', id: ctx.newId() }
        : await world.addPlayer({ age_band: who, birth_month: birth_month[who] });
  const reached = await listReached(marked, actor);
  const expected = CONTENT_MARKS.filter((mark) => mark <= upTo).map(idOf);
  expect(reached).toEqual(Object.fromEntries(Object.keys(reached).map((way) => [way, expected])));
  // The numbers are those of what one sees.
  const [all, racing] = await Promise.all([
    listGames(ctx, actor, { ...ALL, tab: 'popular' }),
    listGames(ctx, actor, { ...ALL, tab: 'popular', genre: 'Racing' }),
  ]);
  const seesAll = upTo === 16;
  expect([all.total, all.games.length, racing.total]).toEqual([
    expected.length + 1 + Number(seesAll),
    expected.length + 1 + Number(seesAll),
    expected.length + 1,
  ]);
  expect(await listGenres(ctx, actor)).toEqual(seesAll ? ['Racing', 'Horror'] : ['Racing']);
  expect((await getHomePage(ctx, actor)).genres).toEqual(seesAll ? ['Racing', 'Horror'] : ['Racing']);
  // A word, and a genre, that only games for older players have are as if they were not there.
  expect((await searchGames(ctx, actor, 'ghostly')).games.map(({ id }) => id)).toEqual(seesAll ? ['ghost'] : []);
  expect((await searchGames(ctx, actor, 'gostly')).games.map(({ id }) => id)).toEqual(seesAll ? ['ghost'] : []);
  // Without an account there are no favorites.
  const total = actor.kind === 'player' ? (await listFavorites(ctx, actor, null)).total : expected.length + 1;
  expect(total).toBe(expected.length + 1);
  // Each refusal says the same.
  for (const mark of CONTENT_MARKS.filter((each) => each > upTo))
    for (const work of [getGame(ctx, actor, idOf(mark)), startPlay(ctx, actor, idOf(mark))])
      expect(await codeOf(work)).toBe('age-required');
});

test('a word that many games for older players have does not keep a game for everyone out of the search', async () => {
  const { ctx, addGame } = await createWorld();
  for (let i = 0; i < 40; i++) await addGame({ title: `Star Fight ${i}`, min_age: 16, plays_30d: 1000 + i });
  const [plain, inside] = [await addGame({ title: 'Star Farm', plays_30d: 1 }), await addGame({ title: 'Superstar', plays_30d: 1 })];
  const find = async (term: string) => (await searchGames(ctx, VISITOR, term)).games.map(({ id }) => id);
  expect(await find('star')).toEqual([plain, inside]);
  expect(await find('star farm')).toEqual([plain]);
  expect(await find('fight')).toEqual([]);
});

test('a game whose mark changes appears and disappears with the next page, in the totals too; nothing of a player is deleted', async () => {
  const { world, ctx } = await createMarkedWorld();
  const [child, teen] = [
    await world.addPlayer({ age_band: 13, birth_month: '2012-01' }),
    await world.addPlayer({ age_band: 16, birth_month: '2009-01' }),
  ];
  await likeEverything(world, child.id);
  const setMark = (min_age: ContentMark) => ctx.db.updateTable('games').set({ min_age }).where('id', '=', idOf(0)).execute();
  const seen = async (actor: Actor) => {
    const { games, total } = await listGames(ctx, actor, { ...ALL, tab: 'popular' });
    const found = (await searchGames(ctx, actor, 'zero')).games.length;
    return [games.some(({ id }) => id === idOf(0)), total, found];
  };
  const favorites = async () => (await listFavorites(ctx, child, null)).games.map(({ id }) => id).includes(idOf(0));
  const { playId } = await startPlay(ctx, child, idOf(0));
  const { playId: visit } = await startPlay(ctx, VISITOR, idOf(0));
  expect([await seen(VISITOR), await seen(child), await seen(teen), await favorites()]).toEqual([
    [true, 2, 1],
    [true, 3, 1],
    [true, 5, 1],
    true,
  ]);
  await setMark(16);
  expect([await seen(VISITOR), await seen(child), await seen(teen), await favorites()]).toEqual([
    [false, 1, 0],
    [false, 2, 0],
    [true, 5, 1],
    false,
  ]);
  // Whoever is in it leaves it with the next heartbeat.
  for (const id of [playId, visit]) expect(await codeOf(handlePlayEvent(ctx, id, 'beat'))).toBe('not-available');
  const { playId: teens } = await startPlay(ctx, teen, idOf(0));
  expect(await codeOf(handlePlayEvent(ctx, teens, 'beat'))).toBe('ok');
  await setMark(13);
  expect([await seen(VISITOR), await seen(child), await favorites()]).toEqual([[false, 1, 0], [true, 3, 1], true]);
  expect(await codeOf(handlePlayEvent(ctx, playId, 'beat'))).toBe('ok');
  await setMark(0);
  expect([await seen(VISITOR), await seen(teen)]).toEqual([
    [true, 2, 1],
    [true, 5, 1],
  ]);
});

test('the words of the search and the totals are counted down by mark as they were counted up', async () => {
  const { ctx } = await createMarkedWorld();
  const counts = () =>
    ctx.db.selectFrom('search_words').select(['games', 'games_from_13', 'games_from_16']).where('word', '=', 'dragon').executeTakeFirst();
  expect(await counts()).toEqual({ games: 3, games_from_13: 1, games_from_16: 1 });
  await ctx.db.updateTable('games').set({ hidden_at: ctx.now() }).where('id', '=', idOf(13)).execute();
  expect(await counts()).toEqual({ games: 2, games_from_13: 0, games_from_16: 1 });
  await ctx.db.deleteFrom('games').execute();
  expect(await counts()).toEqual({ games: 0, games_from_13: 0, games_from_16: 0 });
  expect(await ctx.db.selectFrom('listing_totals').select('games').where('games', '<>', 0).execute()).toEqual([]);
});

test('only a ticket of a player who is old enough opens the files of a game that is not for everyone', async () => {
  const { world, ctx } = await createMarkedWorld();
  const [child, teen] = [
    await world.addPlayer({ age_band: 13, birth_month: '2012-01' }),
    await world.addPlayer({ age_band: 16, birth_month: '2009-01' }),
  ];
  const page = await getGame(ctx, teen, idOf(16));
  expect([page.src, page.minAge, page.can.play]).toEqual([null, 16, true]);
  const { src } = await startPlay(ctx, teen, idOf(16));
  const ticket = /\/t\/([^/]+)\/games\/mark-16\//.exec(src)?.[1] ?? '';
  expect([await canServeFiles(ctx, idOf(16), ticket), await canServeFiles(ctx, idOf(16), null)]).toEqual([true, false]);
  // A ticket lasts for hours, an age that was wrong does not.
  await ctx.db.updateTable('players').set({ age_band: 13, birth_month: '2012-01' }).where('id', '=', teen.id).execute();
  expect(await codeOf(handlePlayEvent(ctx, (await startPlay(ctx, child, idOf(13))).playId, 'beat'))).toBe('ok');
  await expect.poll(() => (world.advanceClock(3), canServeFiles(ctx, idOf(16), ticket))).toBe(false);
  expect(await getOfflineGameSource(ctx, child, idOf(13))).toMatchObject({ isPremium: false, isForEverybody: false });
  expect(await getOfflineGameSource(ctx, child, idOf(0))).toMatchObject({ isPremium: false, isForEverybody: true });
});

test('search engines are told of games for everyone only', async () => {
  const { ctx } = await createMarkedWorld();
  expect((await listSitemapGames(ctx, '', 100)).map(({ id }) => id)).toEqual(['base', idOf(0)]);
  expect(await listSitemapParts(ctx, 1)).toEqual(['', 'base', idOf(0)]);
});
