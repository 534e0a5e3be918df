import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { notificationsJobs } from './jobs.server.ts';
import { RETENTION_DAYS, NOTIFICATIONS_PAGE_SIZE } from './rules.ts';
import { AVATAR_RELATED_ID, GUARDIAN_RELATED_ID, NOTIFICATION_TYPES, type NotificationType } from './schema.ts';
import {
  publishNotifications,
  countUnread,
  countUnreadOfEach,
  applyNotificationAction,
  listNotifications,
  createNotifications,
} from './service.server.ts';

type Given = { type?: NotificationType; title?: string; message?: string; relatedId?: string | null; event?: string };

let events = 0;
const tell = async (world: World, player: { id: string }, given: Given = {}) => {
  const one = { type: 'general' as const, title: 'Hello', message: 'Something happened.', relatedId: null, event: `event ${events++}` };
  return (await createNotifications(world.ctx, world.ctx.db, [{ playerId: player.id, ...one, ...given }])).length > 0;
};
const list = (world: World, actor: Actor, after: string | null = null) => listNotifications(world.ctx, actor, after);
const act = (world: World, actor: Actor, fields: Record<string, string>) => applyNotificationAction(world.ctx, actor, fields);
const firstId = async (world: World, actor: Actor) => (await list(world, actor)).items[0]?.id ?? '';
const rows = (world: World) => world.ctx.db.selectFrom('notifications').select(['id', 'is_read']).orderBy('id').execute();

async function twoPlayers() {
  const world = await createWorld();
  return { world, amina: await world.addPlayer(), brian: await world.addPlayer() };
}

test('notifications are seen by their owner only, with where each leads', async () => {
  const { world, amina, brian } = await twoPlayers();
  const targets: Record<NotificationType, string | null> = {
    friend_request: '/friends?tab=requests&from=taxi-rush',
    friend_accepted: '/friends',
    message: '/friends',
    game_update: '/games/taxi-rush',
    group_invite: '/groups',
    general: null,
    report: null,
  };
  for (const type of NOTIFICATION_TYPES) {
    await tell(world, amina, { type, title: type, relatedId: 'taxi-rush' });
    world.advanceClock(1);
  }
  const page = await list(world, amina);
  expect(page.items.map((item) => [item.title, item.to, item.isRead])).toEqual(
    NOTIFICATION_TYPES.toReversed().map((type) => [type, targets[type], false]),
  );
  expect([page.unread, page.next]).toEqual([NOTIFICATION_TYPES.length, null]);
  expect(await list(world, brian)).toEqual({ items: [], unread: 0, next: null });
  for (const [type, to] of [
    ['game_update', '/games'],
    ['friend_request', '/friends'],
  ] as const) {
    world.advanceClock(1);
    await tell(world, brian, { type });
    expect((await list(world, brian)).items[0]?.to).toBe(to);
  }
});

test('visitors and the system have none', async () => {
  const { world } = await twoPlayers();
  for (const use of [
    (actor: Actor) => list(world, actor),
    (actor: Actor) => countUnread(world.ctx, actor),
    (actor: Actor) => countUnreadOfEach(world.ctx, [actor]),
    (actor: Actor) => act(world, actor, { do: 'read-all' }),
  ]) {
    await expect(use(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
    await expect(use(SYSTEM)).rejects.toMatchObject({ code: 'not-allowed' });
  }
});

test('another player’s notification cannot be changed, and nothing tells that it is there', async () => {
  const { world, amina, brian } = await twoPlayers();
  await tell(world, amina, { type: 'message' });
  await tell(world, brian);
  const before = await rows(world);
  const [theirs, unknown] = [await firstId(world, amina), world.ctx.newId()];
  for (const action of ['read', 'delete', 'open'])
    for (const id of [theirs, unknown])
      await expect(act(world, brian, { do: action, id })).rejects.toMatchObject({ code: 'not-found', message: 'not-found' });
  expect(await rows(world)).toEqual(before);
  expect((await list(world, brian, theirs)).items.map((item) => item.id)).not.toContain(theirs);
  await act(world, brian, { do: 'read-all' });
  expect(await countUnread(world.ctx, amina)).toBe(1);
});

test('only what can be done is done', async () => {
  const { world, amina } = await twoPlayers();
  await tell(world, amina);
  const id = await firstId(world, amina);
  const before = await rows(world);
  const forged: Record<string, string>[] = [
    {},
    { id },
    { do: 'unread', id },
    { do: 'DELETE', id },
    { do: 'toString', id },
    { do: 'create', id, type: 'general', title: 'Free kiddocash' },
    { do: 'read' },
    { do: 'delete', id: '' },
    { do: 'delete', id: 'all' },
    { do: 'delete', id: `${id}' or '1'='1` },
    { do: 'open', id: `${id}\0` },
  ];
  for (const fields of forged) await expect(act(world, amina, fields)).rejects.toMatchObject({ code: 'bad-input', status: 400 });
  expect(await rows(world)).toEqual(before);
});

test('one is read, then all are, and each action says how many are left', async () => {
  const { world, amina } = await twoPlayers();
  for (let i = 0; i < 4; i++) await tell(world, amina);
  const id = await firstId(world, amina);
  for (let time = 0; time < 2; time++) expect(await act(world, amina, { do: 'read', id })).toEqual({ unread: 3 });
  expect((await list(world, amina)).items.map((item) => item.isRead)).toEqual([true, false, false, false]);
  expect(await act(world, amina, { do: 'read-all' })).toEqual({ unread: 0 });
  await tell(world, amina);
  expect(await act(world, amina, { do: 'read', id })).toEqual({ unread: 1 });
  expect(await countUnread(world.ctx, amina)).toBe(1);
});

test('what is deleted is gone, once', async () => {
  const { world, amina } = await twoPlayers();
  for (let i = 0; i < 2; i++) await tell(world, amina);
  const id = await firstId(world, amina);
  expect(await act(world, amina, { do: 'delete', id })).toEqual({ unread: 1 });
  await expect(act(world, amina, { do: 'delete', id })).rejects.toMatchObject({ code: 'not-found' });
  expect((await list(world, amina)).items).toHaveLength(1);
  expect(await firstId(world, amina)).not.toBe(id);
});

test.each(['friend_request', 'friend_accepted', 'message', 'game_update', 'group_invite'] as const)(
  'opening a %s reads and deletes it',
  async (type) => {
    const { world, amina } = await twoPlayers();
    await tell(world, amina, { type });
    expect(await act(world, amina, { do: 'open', id: await firstId(world, amina) })).toEqual({ unread: 0 });
    expect((await list(world, amina)).items).toEqual([]);
  },
);

// The browser updates optimistically (rules.ts, applyAction); the server must reach the same state.
test.each(['general', 'report'] as const)('opening a %s, which leads nowhere, only reads it', async (type) => {
  const { world, amina } = await twoPlayers();
  await tell(world, amina, { type });
  expect(await act(world, amina, { do: 'open', id: await firstId(world, amina) })).toEqual({ unread: 0 });
  expect((await list(world, amina)).items).toMatchObject([{ type, isRead: true }]);
});

test.each([
  ['a picture that waits to be chosen leads to the avatar page', AVATAR_RELATED_ID, '/avatar-customization'],
  ['what a guardian chose leads to it', GUARDIAN_RELATED_ID, '/guardian'],
])('one about %s, and is gone when it was opened', async (_, relatedId, to) => {
  const { world, amina } = await twoPlayers();
  await tell(world, amina, { relatedId });
  expect((await list(world, amina)).items).toMatchObject([{ type: 'general', to }]);
  expect(await act(world, amina, { do: 'open', id: await firstId(world, amina) })).toEqual({ unread: 0 });
  expect((await list(world, amina)).items).toEqual([]);
});

test('pages show each once, the newest first, while some come and go', async () => {
  const { world, amina, brian } = await twoPlayers();
  for (let i = 0; i < NOTIFICATIONS_PAGE_SIZE * 2 + 3; i++) {
    await tell(world, amina, { title: `Number ${i}` });
    if (i % 4 === 0) await tell(world, brian);
    // Some have the same millisecond.
    if (i % 3 === 0) world.advanceClock(1);
  }
  const ids: string[] = [];
  const sizes: number[] = [];
  let after: string | null = null;
  do {
    const page = await list(world, amina, after);
    ids.push(...page.items.map((item) => item.id));
    sizes.push(page.items.length);
    after = page.next;
    world.advanceClock(1);
    await tell(world, amina, { title: 'New' });
    await act(world, amina, { do: 'delete', id: ids.at(-1) ?? '' });
  } while (after !== null);
  expect(sizes).toEqual([NOTIFICATIONS_PAGE_SIZE, NOTIFICATIONS_PAGE_SIZE, 3]);
  expect([new Set(ids).size, ids]).toEqual([NOTIFICATIONS_PAGE_SIZE * 2 + 3, ids.toSorted().toReversed()]);
  for (const forged of ['', 'garbage', '1', "' or 1=1 --", 'a\0b', '-'.repeat(36)])
    expect((await list(world, amina, forged)).items).toHaveLength(NOTIFICATIONS_PAGE_SIZE);
});

test('a full last page has no page after it', async () => {
  const { world, amina } = await twoPlayers();
  for (let i = 0; i < NOTIFICATIONS_PAGE_SIZE; i++) await tell(world, amina);
  expect((await list(world, amina)).next).toBeNull();
});

test('the count of unread ones says more than the badge shows, and ends at a hundred', async () => {
  const { world, amina } = await twoPlayers();
  for (let i = 0; i < 12; i++) await tell(world, amina);
  expect([await countUnread(world.ctx, amina), (await list(world, amina)).unread]).toEqual([12, 12]);
  for (let i = 0; i < 95; i++) await tell(world, amina);
  expect(await countUnread(world.ctx, amina)).toBe(100);
  expect(await countUnreadOfEach(world.ctx, [amina])).toEqual(new Map([[amina.id, 100]]));
});

test('the same event announces itself once to each player, also when its job runs twice at once', async () => {
  const { world, amina, brian } = await twoPlayers();
  const results = await Promise.all(Array.from({ length: 5 }, () => tell(world, amina, { event: 'the event' })));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect([await tell(world, amina, { event: 'the event' }), await tell(world, brian, { event: 'the event' })]).toEqual([false, true]);
  expect(await rows(world)).toHaveLength(2);
});

test('words that are too long are cut, not refused, and never within a letter', async () => {
  const { world, amina } = await twoPlayers();
  const lions = '🦁'.repeat(3_000);
  await tell(world, amina, { title: `x${lions}`, message: `x${lions}` });
  const [item] = (await list(world, amina)).items;
  for (const [words = '', most] of [[item?.title, 200] as const, [item?.message, 2_200] as const]) {
    expect([...new Set(words)].join('')).toBe('x🦁');
    expect(Array.from(words).length).toBeLessThanOrEqual(most);
  }
});

test('notifications are kept for 90 days', async () => {
  const { world, amina } = await twoPlayers();
  await tell(world, amina);
  const sweep = async () => {
    for (const job of notificationsJobs) await job.run(world.ctx);
    return (await list(world, amina)).items.length;
  };
  world.advanceClock(RETENTION_DAYS * 86_400 - 60);
  expect(await sweep()).toBe(1);
  world.advanceClock(120);
  expect([await sweep(), await sweep()]).toEqual([0, 0]);
});

test('marks from two tabs at once end in one state', async () => {
  const { world, amina } = await twoPlayers();
  for (let i = 0; i < 3; i++) await tell(world, amina);
  const id = await firstId(world, amina);
  await Promise.all([act(world, amina, { do: 'read', id }), act(world, amina, { do: 'read', id })]);
  expect(await countUnread(world.ctx, amina)).toBe(2);
  const done = await Promise.all([
    act(world, amina, { do: 'read-all' }),
    act(world, amina, { do: 'delete', id }).then(
      () => 'gone',
      (error: { code: string }) => error.code,
    ),
    act(world, amina, { do: 'read-all' }),
    act(world, amina, { do: 'delete', id }).then(
      () => 'gone',
      (error: { code: string }) => error.code,
    ),
  ]);
  expect([done[1], done[3]].toSorted()).toEqual(['gone', 'not-found']);
  expect([await countUnread(world.ctx, amina), (await list(world, amina)).items.length]).toEqual([0, 2]);
});

test('the player’s other tabs hear that something changed, nobody else’s do', async () => {
  const { world, amina, brian } = await twoPlayers();
  await tell(world, amina);
  const heard: unknown[] = [];
  world.ctx.bus.subscribe((message) => void heard.push(message));
  await act(world, amina, { do: 'read-all' });
  await new Promise(setImmediate);
  expect(heard).toEqual([{ kind: 'notification', playerIds: [amina.id] }]);
  publishNotifications(world.ctx, [brian.id, brian.id]);
  await new Promise(setImmediate);
  expect(heard.slice(1)).toEqual([{ kind: 'notification', playerIds: [brian.id] }]);
});
