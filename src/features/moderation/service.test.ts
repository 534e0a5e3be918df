import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { createApi } from '../../server/api.ts';
import { seoRoutes } from '../../server/seo.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { TABS } from '../games/catalogue/schema.ts';
import { listSitemapGames, listGames, listGenres, listTrendingGames, getGame } from '../games/catalogue/service.server.ts';
import { importGames } from '../games/import/service.server.ts';
import { canServeFiles, canServeImage, handlePlayEvent, startPlay } from '../games/plays/service.server.ts';
import { searchGames } from '../games/search/service.server.ts';
import { listFavorites, listHistory, listRecentGames, rateGame, setFavorite } from '../library/service.server.ts';
import { listNotifications } from '../notifications/service.server.ts';
import { reportGame } from '../reports/service.server.ts';
import { getHomePage } from '../site/service.server.ts';
import { QUEUE_PAGE_SIZE } from './report-queue/rules.ts';
import { CASE_REPORTS_MAX } from './rules.ts';
import { type GameReportFilters, type ModerationAction } from './schema.ts';
import { moderateGame, listGameReports, parseGameReportFilters, getGameCase } from './service.server.ts';

const WAITING: GameReportFilters = { state: 'waiting', reason: null };
const HOUR = 3_600;
const COVER = 'games/taxi-rush/0/cover.svg';

const cursorOf = (...parts: (string | number)[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const idsOf = (games: { id: string }[]) => games.map((game) => game.id);
const act = (world: World, actor: Actor, id: string, action: ModerationAction, note = 'a good reason') =>
  moderateGame(world.ctx, actor, id, { action, note });
const report = (world: World, actor: Actor, id: string, reason = 'spam') => reportGame(world.ctx, actor, id, { reason });
const states = async (world: World) =>
  (await world.ctx.db.selectFrom('reports').select('state').orderBy('created_at').execute()).map((row) => row.state);
const log = (world: World) => world.ctx.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
const titlesOf = async (world: World, actor: Actor) => (await listNotifications(world.ctx, actor, null)).items.map((item) => item.title);

/** Waits until the bus has delivered its messages to this process. */
const heard = () => new Promise(setImmediate);

async function cast() {
  const world = await createWorld();
  const id = 'taxi-rush';
  const words = { title: 'Taxi Rush', developer: 'Kombi Works', tags: ['cars'], genres: ['Racing'] };
  await world.addGame({ ...words, id, assets: [COVER], plays_30d: 9, growth_7d: 5, rating_count: 9, rating_sum: 45, staff_order: 1 });
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  const [mod, boss] = [await world.addPlayer({ username: 'mod', role: 'moderator' }), await world.addPlayer({ role: 'operator' })];
  return { world, id, amina, brian, mod, boss };
}

test('only moderators and operators see the queue and decide', async () => {
  const { world, id, amina, mod, boss } = await cast();
  await report(world, amina, id);
  const uses = [
    (actor: Actor) => listGameReports(world.ctx, actor, WAITING, null),
    (actor: Actor) => getGameCase(world.ctx, actor, id),
    (actor: Actor) => act(world, actor, id, 'hide-game'),
  ];
  for (const use of uses) {
    await expect(use(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required', status: 401 });
    for (const actor of [amina, { ...amina, premium: true }, SYSTEM])
      await expect(use(actor)).rejects.toMatchObject({ code: 'not-allowed', status: 403 });
  }
  expect([await states(world), await log(world)]).toEqual([['new'], []]);
  for (const actor of [mod, boss]) {
    expect((await listGameReports(world.ctx, actor, WAITING, null)).items).toHaveLength(1);
    expect((await getGameCase(world.ctx, actor, id)).game.title).toBe('Taxi Rush');
  }
  await act(world, mod, id, 'hide-game');
  await act(world, boss, id, 'restore-game');
});

test('the queue begins with the oldest, says how old each is, and which are late', async () => {
  const { world, id, amina, brian, mod } = await cast();
  await report(world, amina, id);
  world.advanceClock(23 * HOUR);
  await report(world, brian, id, 'copyright');
  await report(world, amina, await world.addGame({ title: 'Other' }), 'other');
  world.advanceClock(HOUR + 1);
  const queue = await listGameReports(world.ctx, mod, WAITING, null);
  expect(queue.items.map((item) => [item.game.title, item.reporter, item.reason, item.ageHours, item.late])).toMatchObject([
    ['Taxi Rush', 'amina', 'spam', 24, true],
    ['Taxi Rush', 'brian', 'copyright', 1, false],
    ['Other', 'amina', 'other', 1, false],
  ]);
  expect([queue.waiting, queue.late, queue.next]).toEqual([3, 1, null]);
  await act(world, mod, id, 'dismiss');
  world.advanceClock(100 * HOUR);
  const decided = (await listGameReports(world.ctx, mod, { state: 'dismissed', reason: null }, null)).items;
  // The age of a closed report is frozen, and it is no longer late.
  expect(decided.map((item) => [item.ageHours, item.late, item.decidedAt !== null])).toEqual([
    [24, false, true],
    [1, false, true],
  ]);
  expect(await listGameReports(world.ctx, mod, WAITING, null)).toMatchObject({ waiting: 1, late: 1 });
});

test('the queue is filtered by state and reason, and an unknown filter counts as not given', async () => {
  const { world, id, amina, brian, mod } = await cast();
  const [two, three] = [await world.addGame(), await world.addGame()];
  await report(world, amina, id, 'spam');
  await report(world, brian, two, 'copyright');
  await report(world, amina, three, 'spam');
  await world.ctx.db.updateTable('reports').set({ state: 'reviewing' }).where('game_id', '=', two).execute();
  await act(world, mod, three, 'hide-game');
  const found = async (query: string) => {
    const page = await listGameReports(world.ctx, mod, parseGameReportFilters(new URLSearchParams(query)), null);
    return page.items.map((item) => item.game.id);
  };
  expect(await found('')).toEqual([id, two]);
  expect(await found('state=all')).toEqual([id, two, three]);
  // The filters of before.
  expect(await found('state=new')).toEqual([id, two]);
  expect(await found('state=reviewing')).toEqual([id, two]);
  expect(await found('state=resolved')).toEqual([three]);
  expect(await found('state=dismissed')).toEqual([]);
  expect(await found('state=all&reason=spam')).toEqual([id, three]);
  expect(await found('reason=copyright')).toEqual([two]);
  expect(await found("state=' or 1=1&reason=toString")).toEqual([id, two]);
});

test('pages of the queue repeat and skip nothing while more comes in', async () => {
  const { world, id, mod, amina } = await cast();
  const at = new Date(Date.now() - 30 * HOUR * 1000);
  const row = (i: number) => ({
    id: world.ctx.newId(),
    game_id: id,
    player_id: amina.id,
    reason: 'spam' as const,
    description: `${i}`,
    // Several reports per millisecond.
    created_at: new Date(at.getTime() + Math.floor(i / 3)),
  });
  await world.ctx.db
    .insertInto('reports')
    .values(Array.from({ length: QUEUE_PAGE_SIZE * 2 + 5 }, (_, i) => row(i)))
    .execute();
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await listGameReports(world.ctx, mod, WAITING, after);
    ids.push(...idsOf(page.items));
    after = page.next;
    if (ids.length === QUEUE_PAGE_SIZE) await report(world, await world.addPlayer(), id);
  } while (after !== null);
  const all = await world.ctx.db.selectFrom('reports').select('id').orderBy('created_at').orderBy('id').execute();
  expect(ids).toEqual(idsOf(all));
  expect(ids).toHaveLength(QUEUE_PAGE_SIZE * 2 + 6);
});

test('a cursor that somebody made up never breaks the queue', async () => {
  const { world, id, amina, mod } = await cast();
  await report(world, amina, id);
  const uuid = world.ctx.newId();
  const forged = ['garbage', cursorOf(1), cursorOf(1, id), cursorOf(1, '-'.repeat(36)), cursorOf(1, `${'a'.repeat(35)}-`)];
  for (const at of [0, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, -8_640_000_000_000_000, 8_640_000_000_000_000])
    forged.push(cursorOf(at, uuid));
  const broken: [string, string][] = [];
  for (const after of forged)
    await listGameReports(world.ctx, mod, WAITING, after).catch((error: Error) => {
      broken.push([Buffer.from(after, 'base64url').toString(), error.message]);
    });
  expect(broken).toEqual([]);
});

test('a case shows the game, its reports, what was done, and what can be done', async () => {
  const { world, id, amina, brian, mod } = await cast();
  await report(world, amina, id);
  world.advanceClock(1);
  await report(world, brian, id, 'copyright');
  expect(await getGameCase(world.ctx, mod, id)).toMatchObject({
    game: { id, title: 'Taxi Rush', developer: 'Kombi Works', cover: `/media/${COVER}`, hidden: false },
    reports: [{ reporter: 'brian' }, { reporter: 'amina' }],
    log: [],
    can: { dismiss: true, 'hide-game': true, 'restore-game': false },
  });
  await act(world, mod, id, 'dismiss', 'first');
  expect((await getGameCase(world.ctx, mod, id)).can).toEqual({ dismiss: false, 'hide-game': true, 'restore-game': false });
  world.advanceClock(1);
  await act(world, mod, id, 'hide-game', 'second');
  const hidden = await getGameCase(world.ctx, mod, id);
  expect(hidden.can).toEqual({ dismiss: false, 'hide-game': false, 'restore-game': true });
  expect(hidden).toMatchObject({
    game: { hidden: true },
    log: [
      { action: 'hide-game', actor: 'mod', note: 'second' },
      { action: 'dismiss', actor: 'mod', note: 'first' },
    ],
  });
  for (const unknown of ['nope', '', '../x', `${id}\0`])
    await expect(getGameCase(world.ctx, mod, unknown)).rejects.toMatchObject({ code: 'not-found' });
});

test('a case of more reports than it shows still shows those that wait', async () => {
  const { world, id, amina, mod } = await cast();
  const old = { game_id: id, reason: 'spam', description: 'old', state: 'dismissed', decided_at: new Date() } as const;
  const rows = Array.from({ length: CASE_REPORTS_MAX + 20 }, () => ({ ...old, id: world.ctx.newId(), created_at: new Date() }));
  await report(world, amina, id);
  world.advanceClock(1);
  await world.ctx.db.insertInto('reports').values(rows).execute();
  const seen = await getGameCase(world.ctx, mod, id);
  expect([seen.reports.length, seen.reports[0]?.state, seen.reports[1]?.reporter, seen.can.dismiss]).toEqual([
    CASE_REPORTS_MAX,
    'new',
    null,
    true,
  ]);
});

test('a decision is in the log, with its note and the reports that it was about', async () => {
  const { world, id, amina, mod } = await cast();
  await report(world, amina, id);
  world.advanceClock(1);
  expect(await act(world, mod, id, 'dismiss', '  I looked\r\nat it.  ')).toEqual({ ok: true, action: 'dismiss' });
  expect(await states(world)).toEqual(['dismissed']);
  const [{ id: reportId } = { id: '' }] = await world.ctx.db.selectFrom('reports').select('id').execute();
  expect(await log(world)).toMatchObject([
    {
      actor_id: mod.id,
      actor_name: 'mod',
      action: 'dismiss',
      subject_kind: 'game',
      subject_id: id,
      note: 'I looked\nat it.',
      details: { reports: 1, first: [reportId] },
    },
  ]);
});

test('dismissing closes every open report, and each reporter hears of it once', async () => {
  const { world, id, amina, brian, mod } = await cast();
  const other = await world.addGame();
  for (const player of [amina, brian]) await report(world, player, id);
  await report(world, amina, id);
  await report(world, brian, other);
  world.advanceClock(1);
  await act(world, mod, id, 'dismiss');
  await expect(act(world, mod, id, 'dismiss')).rejects.toMatchObject({ code: 'not-available' });
  const word = 'We looked at your report: Taxi Rush';
  expect((await titlesOf(world, amina)).filter((title) => title === word)).toHaveLength(1);
  expect((await titlesOf(world, brian)).filter((title) => title === word)).toHaveLength(1);
  expect((await states(world)).toSorted()).toEqual(['dismissed', 'dismissed', 'new']);
  expect((await getGame(world.ctx, VISITOR, id)).id).toBe(id);
  expect(await log(world)).toHaveLength(1);
});

test('hiding resolves the reports and thanks the reporters once; restoring and hiding again tells nobody twice', async () => {
  const { world, id, amina, brian, mod } = await cast();
  for (const player of [amina, brian]) await report(world, player, id);
  // A deleted account gets no notification.
  await world.ctx.db.deleteFrom('players').where('id', '=', brian.id).execute();
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  world.advanceClock(1);
  await act(world, mod, id, 'hide-game');
  await heard();
  expect(bus).toEqual([
    { kind: 'catalogue', gameId: id },
    { kind: 'notification', playerIds: [amina.id] },
  ]);
  await act(world, mod, id, 'restore-game');
  // There are no open reports: a game can also be hidden without one.
  await act(world, mod, id, 'hide-game');
  expect(await titlesOf(world, amina)).toEqual(['Your report helped: Taxi Rush', 'Game Report: Taxi Rush']);
  expect(await states(world)).toEqual(['resolved', 'resolved']);
  expect((await log(world)).map((entry) => entry.action)).toEqual(['hide-game', 'restore-game', 'hide-game']);
});

test('of two moderators at once one is told that the other was faster', async () => {
  const { world, id, amina, mod, boss } = await cast();
  await report(world, amina, id);
  for (const action of ['hide-game', 'restore-game'] as const) {
    const done = await Promise.allSettled([mod, boss].map((actor) => act(world, actor, id, action)));
    expect(done.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(done.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'not-available', status: 409 } });
  }
  await expect(act(world, mod, id, 'dismiss')).rejects.toMatchObject({ code: 'not-available' });
  await expect(act(world, mod, id, 'restore-game')).rejects.toMatchObject({ code: 'not-available' });
  // The audit log has no entry for failed actions.
  expect(await log(world)).toHaveLength(2);
});

/** The names of all places that show the game. */
async function places({ world, id, amina: player, brian: fan }: Awaited<ReturnType<typeof cast>>): Promise<string[]> {
  const { ctx } = world;
  const all = { genre: null, device: null, gender: null, limit: 48 };
  const api = createApi(ctx);
  const holds = (games: { id: string }[]) => idsOf(games).includes(id);
  const works = (asked: Promise<unknown>) =>
    asked.then(
      () => true,
      (error: { code?: string }) => (error.code === 'not-found' ? false : Promise.reject(error)),
    );
  const respond = (name: string, query = '') => api.respond(`/api/v1/${name}`, new URLSearchParams(query), '');
  const answer = async (name: string, query: string) => (await respond(name, query)).body;
  const home = await getHomePage(ctx, VISITOR);
  const sitemap = await seoRoutes(ctx).request('/sitemap-games.xml');
  const found: Record<string, boolean> = {
    files: await canServeFiles(ctx, id, null),
    picture: await canServeImage(ctx, COVER),
    genres: (await listGenres(ctx, VISITOR)).includes('Racing'),
    page: await works(getGame(ctx, VISITOR, id)),
    start: await works(startPlay(ctx, VISITOR, id)),
    favorite: await works(setFavorite(ctx, player, id, { on: 'yes' })),
    rating: await works(rateGame(ctx, player, id, { stars: '4' })),
    search: holds((await searchGames(ctx, VISITOR, 'taxi')).games),
    developer: holds((await searchGames(ctx, VISITOR, 'kombi works')).games),
    typo: holds((await searchGames(ctx, VISITOR, 'taxi rusch')).games),
    popularRow: holds(home.popular),
    trendingRow: holds(await listTrendingGames(ctx, VISITOR, [], 6)),
    picked: holds((await listGames(ctx, fan, { ...all, tab: 'recommended', limit: 1 })).games),
    tiles: home.genres.includes('Racing'),
    sitemap: (await sitemap.text()).includes(`/games/${id}<`),
    sitemapList: holds(await listSitemapGames(ctx, '', 100)),
    favorites: holds((await listFavorites(ctx, player, null)).games),
    recent: holds(await listRecentGames(ctx, player)),
    history: holds((await listHistory(ctx, player, null)).entries.map((entry) => entry.game)),
    apiGame: (await respond(`games/${id}`)).status === 200,
    apiList: (await answer('games', 'limit=48')).includes(`"${id}"`),
    apiSearch: (await answer('search', 'q=taxi')).includes(`"${id}"`),
    apiGenres: (await answer('genres', '')).includes('Racing'),
  };
  for (const tab of TABS)
    for (const actor of [VISITOR, player]) {
      const list = await listGames(ctx, actor, { tab, ...all });
      found[`${tab} of ${actor.kind}`] = holds(list.games);
      found[`total of ${tab} of ${actor.kind}`] = list.total === 9;
    }
  return Object.keys(found).filter((place) => found[place]);
}

test('a hidden game is gone from everywhere at once, also from memory, and restored it is back everywhere', async () => {
  const all = await cast();
  const { world, id, amina, brian, mod } = all;
  for (let i = 0; i < 8; i++) await world.addGame({ genres: ['Puzzle'] });
  const { playId } = await startPlay(world.ctx, amina, id);
  await world.ctx.db.insertInto('play_times').values({ player_id: amina.id, game_id: id, seconds: 100, counted_to: new Date() }).execute();
  // Brian likes racing games, and Taxi Rush is the only one left to recommend.
  const liked = await world.addGame({ genres: ['Racing'] });
  await setFavorite(world.ctx, brian, liked, { on: 'yes' });
  await world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', '=', liked).execute();
  const everywhere = await places(all);
  expect(everywhere).toHaveLength(23 + TABS.length * 4);
  await act(world, mod, id, 'hide-game');
  await heard();
  expect(await places(all)).toEqual([]);
  await expect(handlePlayEvent(world.ctx, playId, 'beat')).rejects.toMatchObject({ code: 'not-available' });
  await act(world, mod, id, 'restore-game');
  await heard();
  expect(await places(all)).toEqual(everywhere);
  expect((await getGame(world.ctx, VISITOR, id)).rating?.count).toBe(10);
});

test('bringing the catalogue in again does not bring a hidden game back, also when it changed', async () => {
  const { world, mod } = await cast();
  const file = path.join(world.ctx.config.dataDir, 'rows.json');
  const bring = async (Title: string) => {
    await fs.writeFile(file, JSON.stringify([{ Id: 'brought', Title, GameURL: 'https://elsewhere.example/', Genres: ['Obby'] }]));
    return importGames(world.ctx, SYSTEM, file);
  };
  await bring('First');
  await act(world, mod, 'brought', 'hide-game');
  expect([await bring('First'), await bring('Second')]).toMatchObject([{ unchanged: 1 }, { changed: 1 }]);
  await expect(getGame(world.ctx, VISITOR, 'brought')).rejects.toMatchObject({ code: 'not-found' });
  expect((await searchGames(world.ctx, VISITOR, 'second')).games).toEqual([]);
  expect((await listGames(world.ctx, VISITOR, { tab: 'popular', genre: 'Obby', device: null, gender: null })).filters.genre).toBe('Obby');
  await act(world, mod, 'brought', 'restore-game');
  expect((await getGame(world.ctx, VISITOR, 'brought')).title).toBe('Second');
});

test('the log can only be added to, and outlives accounts and games', async () => {
  const { world, id, mod } = await cast();
  await act(world, mod, id, 'hide-game');
  const before = await log(world);
  for (const attempt of [
    sql`update audit_log set note = 'nothing happened'`,
    sql`update audit_log set note = note where false`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`insert into audit_log select * from audit_log on conflict (id) do update set note = 'other'`,
  ])
    await expect(attempt.execute(world.ctx.db)).rejects.toThrow('only ever added to');
  await world.ctx.db.deleteFrom('players').where('id', '=', mod.id).execute();
  await world.ctx.db.deleteFrom('games').execute();
  expect(await log(world)).toEqual(before);
  expect(before).toMatchObject([{ actor_name: 'mod', action: 'hide-game', subject_id: id }]);
});
