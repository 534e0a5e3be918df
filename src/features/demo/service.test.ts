import { expect, test } from 'vitest';
import { countRows, createFirstStart, DEMO_FOLDER, makeDemoWorld } from '../../../tests/demo-world.ts';
import { PRODUCTION_SETTINGS } from '../../../tests/production-settings.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { VISITOR, type Actor, type AgeBand } from '../../shared/permissions.ts';
import { CLEAN_UP_UPLOAD } from '../avatars/rerender.schema.ts';
import { listPictures } from '../avatars/review/service.server.ts';
import { getConversation } from '../chat/service.server.ts';
import { listMessages } from '../contact/admin/service.server.ts';
import { getFriendsView, getProfile } from '../friends/service.server.ts';
import { listRecentGames } from '../library/service.server.ts';
import { listPlayerReports } from '../moderation/players/service.server.ts';
import { listGameReports } from '../moderation/service.server.ts';
import { listGroups } from '../groups/service.server.ts';
import { listNotifications } from '../notifications/service.server.ts';
import { getHomePage } from '../site/service.server.ts';
import { getSubscriptionView } from '../subscriptions/service.server.ts';
import { ensureDemoWorld, readDemoData } from './service.server.ts';

/** The actor of a demo player. */
async function getActor(world: World, username: string): Promise<Extract<Actor, { kind: 'player' }>> {
  const {
    id,
    role,
    age_band: band,
  } = await world.ctx.db
    .selectFrom('players')
    .select(['id', 'role', 'age_band'])
    .where('username', '=', username)
    .$narrowType<{ age_band: AgeBand | null }>()
    .executeTakeFirstOrThrow();
  return { kind: 'player', id, role, premium: false, ...(band !== null && { band }) };
}

test('a first start has players who play, rate, chat, report and pay', { timeout: 120_000 }, async () => {
  const world = await createFirstStart();
  const { ctx } = world;
  // A game may have got a mark before: its players are old enough.
  await ctx.db.updateTable('games').set({ min_age: 13 }).where('id', '=', 'matatu-rush').execute();
  expect(await makeDemoWorld(ctx)).toBe(true);
  const [amina, brian, mod, ops] = await Promise.all(['amina', 'brian', 'mod', 'ops'].map((name) => getActor(world, name)));
  if (!amina || !brian || !mod || !ops) throw new Error('somebody is missing');

  // Lists of games are made from real plays, whose figures are there at once.
  const home = await getHomePage(ctx, VISITOR);
  const figures = await ctx.db.selectFrom('games').select(['id', 'plays_30d', 'growth_7d', 'rating_count']).execute();
  const plays = await ctx.db
    .selectFrom('plays')
    .select(({ fn }) => ['game_id', fn.countAll<number>().as('n')])
    .where('started_at', '>', new Date(Date.now() - 28 * 86_400_000))
    .groupBy('game_id')
    .execute();
  for (const { game_id, n } of plays) expect(figures.find(({ id }) => id === game_id)?.plays_30d).toBeGreaterThanOrEqual(n);
  const popularity = home.popular.map(({ id }) => figures.find((game) => game.id === id)?.plays_30d ?? 0);
  expect(popularity).toEqual(popularity.toSorted((one, other) => other - one));
  expect(popularity.at(-1)).toBeGreaterThan(30);
  for (const { id } of home.trending.slice(0, 4)) expect(figures.find((game) => game.id === id)?.growth_7d).toBeGreaterThan(0);
  expect(figures.filter(({ rating_count }) => rating_count > 0).length).toBeGreaterThan(15);

  // Amina and her friends.
  expect((await listRecentGames(ctx, amina)).slice(0, 3).map(({ id }) => id)).toEqual(['matatu-rush', 'cloud-climb', 'kite-club']);
  const friends = await getFriendsView(ctx, amina, { tab: 'friends', term: '', after: null });
  const names = friends.friends?.items.map(({ username }) => username);
  expect(names).toEqual(expect.arrayContaining(['brian', 'chao']));
  expect(friends.friends?.items[0]).toMatchObject({ username: 'brian', unread: 2 });
  const brians = await getFriendsView(ctx, brian, { tab: 'friends', term: '', after: null });
  expect(brians.friends?.items.map(({ username }) => username)).toEqual(expect.arrayContaining(['amina', 'chao']));
  const requests = await getFriendsView(ctx, amina, { tab: 'requests', term: '', after: null });
  expect(requests.requests?.received.map(({ username }) => username)).toEqual(['tausi']);
  expect((await getConversation(ctx, amina, brian.id)).messages.length).toBeGreaterThan(10);
  // Some chose that everyone may see their profile; the others show it to friends.
  const profileOf = async (name: string) => getProfile(ctx, amina, (await getActor(world, name)).id);
  expect((await profileOf('brian')).details?.favorites).toHaveLength(3);
  expect(await profileOf('tausi')).toMatchObject({ relation: 'received', sharedFriends: 1, details: { created: [] } });
  expect((await profileOf('nia')).details?.favorites).toHaveLength(1);
  expect(await profileOf('rehema')).toMatchObject({ relation: 'none', details: null });
  const bell = await listNotifications(ctx, amina, null);
  expect(bell.items.slice(0, 4).map(({ type, isRead }) => [type, isRead])).toEqual([
    ['message', false],
    ['friend_request', false],
    ['report', false],
    ['friend_accepted', false],
  ]);
  expect(bell.unread).toBe(5);
  const groups = await listGroups(ctx, amina);
  expect(groups.groups.map(({ name, memberCount }) => [name, memberCount])).toEqual([
    ['Bao Bingwa', 3],
    ['Kite Crew', 3],
  ]);
  expect(groups.invitations.map(({ name, invitedBy }) => [name, invitedBy.username])).toEqual([['Goal Getters', 'brian']]);

  // What waits for the team.
  const games = await listGameReports(ctx, mod, { state: 'waiting', reason: null }, null);
  expect(games.items.map(({ game }) => game.id)).toEqual(['maze-mamba', 'maze-mamba']);
  expect((await listPlayerReports(ctx, mod, 'waiting', null)).items.map(({ subject }) => subject.username)).toEqual(['jabali']);
  expect((await listPictures(ctx, mod, 'waiting', null)).items.map(({ player }) => player.username)).toEqual(['neema_art']);
  expect((await listMessages(ctx, ops, 'open', null)).items).toHaveLength(2);
  const view = await getSubscriptionView(ctx, await getActor(world, 'neema_art'));
  expect(view).toMatchObject({ status: { kind: 'active', planId: 'premium' }, payments: [{ state: 'success' }, { state: 'success' }] });
  expect([await world.mails(), world.logged]).toEqual([[], []]);
});

test(
  'everything happened before now, after the players joined, and at the times that the services were given',
  { timeout: 120_000 },
  async () => {
    const world = await createFirstStart();
    const startedAt = Date.now();
    await makeDemoWorld(world.ctx);
    const { db } = world.ctx;
    const times = await Promise.all([
      db.selectFrom('players').select('created_at as at').execute(),
      db.selectFrom('favorites').select('created_at as at').execute(),
      db.selectFrom('ratings').select('created_at as at').execute(),
      db.selectFrom('friendships').select('requested_at as at').execute(),
      db.selectFrom('notifications').select('created_at as at').execute(),
      db.selectFrom('messages').select('sent_at as at').execute(),
      db.selectFrom('reports').select('created_at as at').execute(),
      db.selectFrom('player_reports').select('created_at as at').execute(),
      db.selectFrom('contact_messages').select('created_at as at').execute(),
      db.selectFrom('avatar_uploads').select('created_at as at').execute(),
      db.selectFrom('payments').select('created_at as at').execute(),
      db.selectFrom('ledger').select('at').execute(),
      db.selectFrom('guardianships').select('asked_at as at').execute(),
      db.selectFrom('consent_records').select('at').execute(),
      db.selectFrom('presence').select('seen_at as at').execute(),
      db.selectFrom('plays').select('started_at as at').execute(),
    ]);
    for (const rows of times) {
      expect(rows.length).toBeGreaterThan(0);
      // Nothing has the moment of the start as its time, which is what a column's default would give it.
      for (const { at } of rows) expect(at.getTime()).toBeLessThan(startedAt - 60_000);
    }
    const { players, friendships, conversations } = await readDemoData(DEMO_FOLDER);
    const joined = new Map(players.map((player) => [player.username, 'days' in player.joined ? player.joined.days : 0]));
    const daysOf = (time: (typeof players)[0]['seen']) => ('days' in time ? time.days : 0);
    for (const { from, to, asked } of friendships)
      for (const who of [from, to]) expect([who, daysOf(asked) < (joined.get(who) ?? -1)]).toEqual([who, true]);
    const pairs = friendships.filter(({ accepted }) => accepted).map(({ from, to }) => [from, to].toSorted().join(' '));
    for (const { between } of conversations) expect(pairs).toContain(between.toSorted().join(' '));

    // A guardian of everybody under 18, and of nobody else, agreed before the player wrote or paid.
    const consents = await db
      .selectFrom('players as p')
      .leftJoin('guardianships as g', 'g.player_id', 'p.id')
      .select(['p.id', 'p.username', 'p.age_band', 'g.state', 'g.chat', 'g.decided_at'])
      .execute();
    const notAgreed = consents.filter(({ age_band, state }) => (state === 'given') !== (age_band !== 18));
    expect(notAgreed).toEqual([]);
    expect(consents.filter(({ chat }) => chat === 'phrases').map(({ username }) => username)).toEqual(['tausi']);
    const [messages, payments] = [
      await db.selectFrom('messages').select(['sender_id as id', 'sent_at as at']).execute(),
      await db.selectFrom('payments').select(['player_id as id', 'created_at as at']).execute(),
    ];
    for (const { id, at } of [...messages, ...payments]) {
      const consent = consents.find((each) => each.id === id);
      expect([consent?.username, (consent?.decided_at ?? at) < at]).toEqual([consent?.username, true]);
    }

    // Only players with premium played premium games.
    const notPaid = await db
      .selectFrom('plays')
      .innerJoin('games', 'games.id', 'plays.game_id')
      .leftJoin('paid_periods', 'paid_periods.player_id', 'plays.player_id')
      .select('plays.id')
      .where('games.is_premium', '=', true)
      .where('paid_periods.reference', 'is', null)
      .execute();
    expect(notPaid).toEqual([]);
  },
);

test('a start that breaks off leaves nothing; then two at once make it once; never beside people', { timeout: 120_000 }, async () => {
  const world = await createFirstStart();
  // As at a start: the queues of jobs are there.
  await world.ctx.jobs.prepare([CLEAN_UP_UPLOAD]);
  const before = await countRows(world.ctx);
  // The picture is among the last things that happen.
  const files = {
    ...world.ctx.files,
    async put() {
      throw new Error('the power went out');
    },
  };
  await expect(makeDemoWorld({ ...world.ctx, files })).rejects.toThrow('the power went out');
  expect(await countRows(world.ctx)).toEqual(before);

  const made = await Promise.all([makeDemoWorld(world.ctx), makeDemoWorld(world.ctx)]);
  expect(new Set(made)).toEqual(new Set([true, false]));
  const rows = await countRows(world.ctx);
  expect(await makeDemoWorld(world.ctx)).toBe(false);
  expect(await countRows(world.ctx)).toEqual(rows);

  const lived = await createWorld();
  await lived.addPlayer({ username: 'somebody' });
  expect(await makeDemoWorld(lived.ctx)).toBe(false);
  expect(await lived.ctx.db.selectFrom('players').select('username').execute()).toEqual([{ username: 'somebody' }]);
});

test('production never has it, and nobody makes it from a browser', async () => {
  const world = await createWorld({ ...PRODUCTION_SETTINGS, DEMO_WORLD: 'yes' });
  expect(world.ctx.config.hasDemoWorld).toBe(false);
  await expect(makeDemoWorld(world.ctx)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(ensureDemoWorld(world.ctx, VISITOR, DEMO_FOLDER)).rejects.toMatchObject({ code: 'sign-in-required' });
  const operator: Actor = { kind: 'player', id: world.ctx.newId(), role: 'operator', premium: true };
  await expect(ensureDemoWorld(world.ctx, operator, DEMO_FOLDER)).rejects.toMatchObject({ code: 'not-allowed' });
  expect(await world.ctx.db.selectFrom('players').select('id').execute()).toEqual([]);
});
