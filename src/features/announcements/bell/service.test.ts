import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPushWorld } from '../../../../tests/push-world.ts';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { applyNotificationAction, countUnread, listNotifications } from '../../notifications/service.server.ts';
import { enqueuePushes } from '../../push/delivery/service.server.ts';
import { WAITING_MAX } from '../../push/delivery/rules.ts';
import { insertAnnouncement, type AnnouncementColumns } from '../queries.server.ts';
import { PLAYERS_PER_BATCH } from './rules.ts';
import { notifyPlayers } from './service.server.ts';

type World = Awaited<ReturnType<typeof createWorld>>;

/** Adds an announcement with a bell that runs. */
const announce = async ({ ctx }: World, more: Partial<AnnouncementColumns> = {}) => {
  const id = await ctx.db.transaction().execute((trx) =>
    insertAnnouncement(
      trx,
      ctx.newId(),
      {
        text: 'Rhino Sumo has a new ring.',
        link_label: 'Play it',
        link_path: '/games/rhino-sumo',
        link_game_id: null,
        audience: 'everybody',
        plans: null,
        game_id: null,
        starts_at: new Date(ctx.now().getTime() - 1000),
        ends_at: new Date(ctx.now().getTime() + 3_600_000),
        has_bell: true,
        ...more,
      },
      ctx.now(),
    ),
  );
  if (id === null) throw new Error('the form was new');
  return id;
};

/** Adds many players quickly. */
const addPlayers = ({ ctx }: World, count: number) =>
  sql`insert into players (id, username, email, display_name, email_confirmed, age_band, birth_month)
    select gen_random_uuid(), 'many_' || n, 'many' || n || '@example.com', 'Many', true, 16, '2009-01' from generate_series(1, ${count}) n`.execute(
    ctx.db,
  );

const toldOnce = async ({ ctx }: World) => {
  const { rows } = await sql<{ players: number; notifications: number }>`
    select count(distinct player_id)::int as players, count(*)::int as notifications from notifications`.execute(ctx.db);
  return rows[0];
};
const progress = ({ ctx }: World, id: number) =>
  ctx.db.selectFrom('announcements').select(['bell_count', 'bell_cursor', 'bell_done_at']).where('id', '=', id).executeTakeFirstOrThrow();

test('a notification says it once, counts as unread, and leads to the link; opened, it is gone and does not come again', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const amina = await world.addPlayer();
  const published: string[] = [];
  ctx.bus.subscribe((message) => message.kind === 'notification' && published.push(...message.playerIds));
  await announce(world);
  expect(await notifyPlayers(ctx, SYSTEM)).toBe(1);
  await expect.poll(() => published).toEqual([amina.id]);
  const { items } = await listNotifications(ctx, amina, null);
  expect(items).toMatchObject([
    { type: 'general', title: 'News from Kiddo', message: 'Rhino Sumo has a new ring.', to: '/games/rhino-sumo' },
  ]);
  expect(await countUnread(ctx, amina)).toBe(1);
  await applyNotificationAction(ctx, amina, { do: 'open', id: items[0]?.id ?? '' });
  expect((await listNotifications(ctx, amina, null)).items).toEqual([]);
  expect(await notifyPlayers(ctx, SYSTEM)).toBe(0);
  expect((await listNotifications(ctx, amina, null)).items).toEqual([]);
  for (const actor of [VISITOR, amina, await world.addPlayer({ role: 'operator' })])
    await expect(notifyPlayers(ctx, actor)).rejects.toMatchObject({ code: expect.stringMatching(/not-allowed|sign-in-required/) });
});

test('told is who belongs to it: not the banned, leaving, unconfirmed, those of unknown age, and those too young for its game', async () => {
  const world = await createWorld();
  const { ctx } = world;
  await world.addGame({ id: 'scary', min_age: 16 });
  const [fan, other] = [await world.addPlayer({ username: 'fan' }), await world.addPlayer({ username: 'other' })];
  const [banned, unbanned] = [await world.addPlayer(), await world.addPlayer({ username: 'unbanned' })];
  for (const [player, lifted] of [
    [banned, null],
    [unbanned, ctx.now()],
  ] as const)
    await ctx.db
      .insertInto('sanctions')
      .values({ id: ctx.newId(), player_id: player.id, kind: 'ban', why: 'x', lifted_at: lifted })
      .execute();
  const left = [
    await world.addPlayer({ deletes_at: new Date(ctx.now().getTime() + 1000) }),
    await world.addPlayer({ email_confirmed: false }),
    await world.addPlayer({ age_band: null, birth_month: null }),
    await world.addPlayer({ age_band: 13, birth_month: '2012-06' }),
  ];
  for (const { id } of [fan, banned, unbanned, ...left])
    await ctx.db.insertInto('play_history').values({ id: ctx.newId(), player_id: id, game_id: 'scary', played_at: ctx.now() }).execute();
  const id = await announce(world, { audience: 'game', game_id: 'scary', link_label: null, link_path: null });
  await ctx.db.updateTable('games').set({ hidden_at: ctx.now() }).execute();
  expect(await notifyPlayers(ctx, SYSTEM)).toBe(0);
  expect(await progress(world, id)).toEqual({ bell_count: 0, bell_cursor: null, bell_done_at: null });
  await ctx.db.updateTable('games').set({ hidden_at: null }).execute();
  expect(await notifyPlayers(ctx, SYSTEM)).toBe(2);
  const names = await ctx.db
    .selectFrom('notifications as n')
    .innerJoin('players as p', 'p.id', 'n.player_id')
    .select('p.username')
    .orderBy('p.username')
    .execute();
  expect(names.map(({ username }) => username)).toEqual(['fan', 'unbanned']);
  expect((await listNotifications(ctx, other, null)).items).toEqual([]);
});

test('cut off in the middle of a batch, and with two workers at once, each is told exactly once; one run tells only so many', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const count = 3 * PLAYERS_PER_BATCH + 7;
  await addPlayers(world, count);
  const id = await announce(world);
  expect(await notifyPlayers(ctx, SYSTEM, 1)).toBe(PLAYERS_PER_BATCH);
  // The process dies after the notifications were written, before the commit.
  const dying = { ...ctx, newId: () => ctx.newId() };
  let made = 0;
  dying.newId = () => {
    if (++made > PLAYERS_PER_BATCH / 2) throw new Error('killed');
    return ctx.newId();
  };
  await expect(notifyPlayers(dying, SYSTEM, 1)).rejects.toThrow('killed');
  expect(await toldOnce(world)).toEqual({ players: PLAYERS_PER_BATCH, notifications: PLAYERS_PER_BATCH });
  const runs = await Promise.all([notifyPlayers(ctx, SYSTEM), notifyPlayers(ctx, SYSTEM)]);
  expect(runs.reduce((sum, each) => sum + each, PLAYERS_PER_BATCH)).toBe(count);
  expect(await toldOnce(world)).toEqual({ players: count, notifications: count });
  expect(await progress(world, id)).toEqual({ bell_count: count, bell_cursor: null, bell_done_at: expect.any(Date) });
});

test('it stops when the announcement is ended, over or deleted, and waits for its start', async () => {
  const world = await createWorld();
  const { ctx } = world;
  await addPlayers(world, PLAYERS_PER_BATCH + 1);
  const hour = (hours: number) => new Date(ctx.now().getTime() + hours * 3_600_000);
  const ended = await announce(world);
  expect(await notifyPlayers(ctx, SYSTEM, 1)).toBe(PLAYERS_PER_BATCH);
  await ctx.db.updateTable('announcements').set({ ended_at: ctx.now() }).where('id', '=', ended).execute();
  await announce(world, { starts_at: hour(1), ends_at: hour(2) });
  await announce(world, { starts_at: hour(-2), ends_at: hour(-1) });
  await announce(world, { has_bell: false });
  const gone = await announce(world);
  await ctx.db.deleteFrom('announcements').where('id', '=', gone).execute();
  expect(await notifyPlayers(ctx, SYSTEM)).toBe(0);
  // No id of a player stays.
  expect(await progress(world, ended)).toEqual({ bell_count: PLAYERS_PER_BATCH, bell_cursor: null, bell_done_at: null });
});

test('browsers are told after those of others, and not while many wait already', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver, requests } = made;
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  for (const player of [amina, brian]) await turnOn(player);
  await announce(world);
  await notifyPlayers(ctx, SYSTEM);
  const { rows } = await sql<{ priority: number }>`select priority from pgboss.job where name = 'push.dispatch'`.execute(ctx.db);
  expect(rows).toEqual([{ priority: -10 }]);
  expect(await deliver()).toHaveLength(2);
  world.advanceClock(600);
  const before = requests.length;
  for (let i = 0; i < WAITING_MAX; i++)
    await enqueuePushes(ctx, ctx.db, [{ title: 'Kiddo', text: 'x', url: '/', tag: `t${i}`, playerId: amina.id }]);
  await announce(world);
  expect(await notifyPlayers(ctx, SYSTEM)).toBe(2);
  expect(requests.length).toBe(before);
  const waiting = await sql<{
    n: number;
  }>`select count(*)::int as n from pgboss.job where name = 'push.dispatch' and state = 'created'`.execute(ctx.db);
  expect(waiting.rows).toEqual([{ n: WAITING_MAX }]);
});
