import { expect, test } from 'vitest';
import {
  waitForEarlierMessages,
  waitForPong,
  signInForCookies,
  createLiveSite,
  createNotification,
  waitUntilOpen,
  openTab,
  refusalOf,
  eventually,
  toClientInfo,
  type Tab,
} from '../../tests/live-site.ts';
import { signIn, signOut } from '../features/accounts/service.server.ts';
import { endAllSessions } from '../features/accounts/sessions/service.server.ts';
import { applyNotificationAction } from '../features/notifications/service.server.ts';
import { requestAccountDeletion } from '../features/settings/account-deletion/service.server.ts';
import { viewSecurity } from '../features/settings/security/service.server.ts';
import { handleSettingsForm } from '../features/settings/service.server.ts';
import { VISITOR } from '../shared/permissions.ts';
import { TIMES } from './live/timing.ts';

test('only a session can connect, and only from our own pages', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  expect(await refusalOf(openTab(here, ''))).toBe(401);
  expect(await refusalOf(openTab(here, 'kiddo_session=forged.forged'))).toBe(401);
  expect(await refusalOf(openTab(here, cookie, { origin: 'https://evil.example' }))).toBe(403);
  expect(await refusalOf(openTab(here, cookie, { origin: '' }))).toBe(403);
  await waitUntilOpen(openTab(here, cookie));
});

test('every tab of a player receives the unread count at once, and no other tab does', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  await here.world.addPlayer({ username: 'brian' });
  const cookie = await signInForCookies(here.world, 'amina');
  const tabs = [openTab(here, cookie), openTab(here, cookie), openTab(here, await signInForCookies(here.world, 'brian'))] as const;
  await Promise.all(tabs.map(waitUntilOpen));
  await createNotification(here.world, amina.id, 'one');
  for (const tab of tabs.slice(0, 2)) await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'notification', unread: 1 }));
  await applyNotificationAction(here.world.ctx, amina, { do: 'read-all' });
  for (const tab of tabs.slice(0, 2)) await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'notification', unread: 0 }));
  await waitForEarlierMessages(here, tabs[2]);
  expect(tabs[2].received).not.toContainEqual({ kind: 'notification', unread: 1 });
});

test('many events at once end with the right count', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  await Promise.all(Array.from({ length: 30 }, (_, i) => createNotification(here.world, amina.id, `event ${i}`)));
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'notification', unread: 30 }));
});

test('signing out closes the tabs of that session, and no others', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const [phone, laptop] = [await signInForCookies(here.world, 'amina'), await signInForCookies(here.world, 'amina')];
  const tabs = [openTab(here, phone), openTab(here, phone), openTab(here, laptop)] as const;
  await Promise.all(tabs.map(waitUntilOpen));
  await signOut(here.world.ctx, amina, toClientInfo(phone));
  expect(await Promise.all([tabs[0].closed, tabs[1].closed])).toEqual([4001, 4001]);
  await waitForPong(tabs[2]);
  await endAllSessions(here.world.ctx, amina.id);
  expect(await tabs[2].closed).toBe(4001);
  expect(await refusalOf(openTab(here, laptop))).toBe(401);
});

test('a session that is ended from another device, by a new password or by leaving closes its tabs at once, and no others', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const cookies: string[] = [];
  for (let time = 0; time < 3; time++) cookies.push(await signInForCookies(here.world, 'amina'));
  const tabs = cookies.map((cookie) => openTab(here, cookie)) as [Tab, Tab, Tab];
  await Promise.all(tabs.map(waitUntilOpen));
  const [mine = '', other = ''] = cookies;
  const { sessions } = await viewSecurity(ctx, amina, toClientInfo(other));
  await handleSettingsForm(ctx, amina, { do: 'session-out', session: sessions[0]?.id ?? '' }, toClientInfo(mine));
  expect(await tabs[1].closed).toBe(4001);
  const fields = { do: 'password', current: 'secret1', password: 'secret2', confirm: 'secret2' };
  expect((await handleSettingsForm(ctx, amina, fields, toClientInfo(mine))).answer.ok).toBe(true);
  expect(await tabs[2].closed).toBe(4001);
  await waitForPong(tabs[0]);
  await requestAccountDeletion(ctx, amina, { current: 'secret2' }, toClientInfo(mine));
  expect(await tabs[0].closed).toBe(4001);
  const inside = await signIn(ctx, VISITOR, { identifier: 'amina', password: 'secret2' }, toClientInfo());
  expect(await refusalOf(openTab(here, inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ')))).toBe(401);
});

test('a session that ended without a message is found by the check', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  await here.world.ctx.db.deleteFrom('sessions').execute();
  here.advance(TIMES.sessionCheckMs);
  expect(await tab.closed).toBe(4001);
});

test('what a guardian decided reaches a tab within ten seconds although the bus is away, once', async () => {
  expect(TIMES.decisionsMs).toBeLessThan(10_000);
  const here = await createLiveSite();
  const { ctx } = here.world;
  const [amina, brian] = [await here.world.addPlayer({ username: 'amina' }), await here.world.addPlayer({ username: 'brian' })];
  const [tab, other] = [
    openTab(here, await signInForCookies(here.world, 'amina')),
    openTab(here, await signInForCookies(here.world, 'brian')),
  ];
  await Promise.all([tab, other].map(waitUntilOpen));
  // Another process decided, and its message was lost.
  const decide = (at: Date) =>
    ctx.db
      .insertInto('consent_records')
      .values({ id: ctx.newId(), player_id: amina.id, guardian_email: 'm@example.com', decision: 'withdrawn', language: 'en', at })
      .execute();
  await decide(new Date(ctx.now().getTime() - 60_000));
  await decide(ctx.now());
  const rights = (each: Tab) => each.received.filter((event) => (event as { kind: string }).kind === 'rights');
  here.advance(TIMES.decisionsMs);
  await eventually(() => expect(rights(tab)).toHaveLength(1));
  here.advance(TIMES.decisionsMs);
  await createNotification(here.world, brian.id, 'after');
  await eventually(() => expect(other.received.at(-1)).toMatchObject({ kind: 'notification' }));
  await decide(ctx.now());
  here.advance(TIMES.decisionsMs);
  await eventually(() => expect(rights(tab)).toHaveLength(2));
  // The database was away for some minutes: what was decided just before is not lost.
  here.world.advanceClock(300);
  await decide(new Date(ctx.now().getTime() - 200_000));
  here.advance(TIMES.decisionsMs);
  await eventually(() => expect(rights(tab)).toHaveLength(3));
  expect(rights(other)).toEqual([]);
});

test('a hidden game and a gap in the bus reach every tab', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  here.world.ctx.bus.publish({ kind: 'catalogue', gameId: 'g' });
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'catalogue', gameId: 'g' }));
  here.world.ctx.bus.publish({ kind: 'catalogue' });
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'catalogue' }));
  here.world.ctx.bus.publish({ kind: 'gap' } as never);
  await waitForEarlierMessages(here, tab);
  here.advance(TIMES.gapMs);
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'look-again' }));
});

test('a new connection receives the unread count: what happened before it is not lost', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  await createNotification(here.world, amina.id, 'before');
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await eventually(() => expect(tab.received).toEqual([{ kind: 'notification', unread: 1 }]));
});

test('several gaps in a row are sent as one event', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  for (let i = 0; i < 5; i++) here.world.ctx.bus.publish({ kind: 'gap' } as never);
  await waitForEarlierMessages(here, tab);
  const gapEvents = () => tab.received.filter((event) => (event as { kind: string }).kind === 'look-again');
  expect(gapEvents()).toEqual([]);
  expect(here.advance(TIMES.gapMs)).toBe(1);
  await waitForEarlierMessages(here, tab);
  expect(gapEvents()).toHaveLength(1);
  // A later gap is a new event.
  here.world.ctx.bus.publish({ kind: 'gap' } as never);
  await waitForEarlierMessages(here, tab);
  here.advance(TIMES.gapMs);
  await eventually(() => expect(gapEvents()).toHaveLength(2));
});

test('a connection that is waitUntilOpen during the session check is not taken for signed out', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  await here.world.addPlayer({ username: 'brian' });
  const before = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(before);
  const cookie = await signInForCookies(here.world, 'brian');
  const query = here.holdNextAnswer();
  here.advance(TIMES.sessionCheckMs);
  await eventually(() => expect(query.isHeld()).toBe(true));
  const meanwhile = openTab(here, cookie);
  await waitUntilOpen(meanwhile);
  query.release();
  for (const tab of [before, meanwhile]) await waitForPong(tab);
});

test('what happens to cases is told to the team, and to nobody else', async () => {
  const here = await createLiveSite();
  const roles = ['player', 'moderator', 'operator'] as const;
  for (const role of roles) await here.world.addPlayer({ username: role, role });
  await here.world.addPlayer({ username: 'no_second_step', role: 'operator' });
  const cookies = await Promise.all([...roles, 'no_second_step'].map((name) => signInForCookies(here.world, name)));
  const { db } = here.world.ctx;
  await db.updateTable('players').set({ two_factor: true }).where('username', 'in', roles).execute();
  const passed = db.selectFrom('players').select('id').where('two_factor', '=', true);
  await db.updateTable('sessions').set({ second_step: true }).where('player_id', 'in', passed).execute();
  const tabs = cookies.map((cookie) => openTab(here, cookie));
  await Promise.all(tabs.map(waitUntilOpen));
  here.world.ctx.bus.publish({ kind: 'cases' });
  await waitForEarlierMessages(here, ...tabs);
  const received = tabs.map((tab) => tab.received.filter((event) => (event as { kind: string }).kind === 'cases').length);
  expect(received).toEqual([0, 1, 1, 0]);
});

test('a chat event goes to both players; typing, rights and a sanction to one, a group to those in it, a switch to everybody', async () => {
  const here = await createLiveSite();
  const { bus } = here.world.ctx;
  const names = ['amina', 'brian', 'zuri'] as const;
  const players = await Promise.all(names.map((username) => here.world.addPlayer({ username })));
  const [amina, brian] = players.map(({ id }) => id) as [string, string];
  const tabs = await Promise.all(names.map(async (name) => openTab(here, await signInForCookies(here.world, name))));
  await Promise.all(tabs.map(waitUntilOpen));
  bus.publish({ kind: 'chat', playerIds: [brian, amina], between: [amina, brian] });
  bus.publish({ kind: 'typing', playerId: brian, from: amina });
  bus.publish({ kind: 'rights', playerId: amina });
  bus.publish({ kind: 'sanction', playerId: amina });
  bus.publish({ kind: 'group', playerIds: [brian], groupId: 'theirs' });
  bus.publish({ kind: 'switched', flag: 'chat', isEnabled: false });
  await waitForEarlierMessages(here, ...tabs);
  const kinds = ['chat', 'typing', 'rights', 'sanction', 'group', 'switched'];
  const received = tabs.map((tab) => tab.received.filter((event) => kinds.includes((event as { kind: string }).kind)));
  expect(received).toEqual([
    [{ kind: 'chat', from: brian }, { kind: 'rights' }, { kind: 'sanction' }, { kind: 'switched', flag: 'chat', isEnabled: false }],
    [
      { kind: 'chat', from: amina },
      { kind: 'typing', from: amina },
      { kind: 'group', groupId: 'theirs' },
      { kind: 'switched', flag: 'chat', isEnabled: false },
    ],
    [{ kind: 'switched', flag: 'chat', isEnabled: false }],
  ]);
});
