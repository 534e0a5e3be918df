import { expect, test } from 'vitest';
import {
  waitForEarlierMessages,
  waitForPong,
  signInForCookies,
  createLiveSite,
  createNotification,
  waitUntilOpen,
  openTab,
  eventually,
  toClientInfo,
  type Tab,
} from '../../tests/live-site.ts';
import { signIn, signOut } from '../features/accounts/service.server.ts';
import { endAllSessions } from '../features/accounts/sessions/service.server.ts';
import { applyFriendAction, getPlayerSummary } from '../features/friends/service.server.ts';
import { applyNotificationAction } from '../features/notifications/service.server.ts';
import { requestAccountDeletion } from '../features/settings/account-deletion/service.server.ts';
import { handleSecurityForm, viewSecurity } from '../features/settings/security/service.server.ts';
import { VISITOR } from '../shared/permissions.ts';
import { TIMES } from './live.ts';

/** The status that refuses a connection. */
function refusal(tab: Tab): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    tab.socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    tab.socket.on('open', () => reject(new Error('it was opened')));
  });
}

test('only a session opens it, and only from our own pages', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  expect(await refusal(openTab(here, ''))).toBe(401);
  expect(await refusal(openTab(here, 'kiddo_session=forged.forged'))).toBe(401);
  expect(await refusal(openTab(here, cookie, { origin: 'https://evil.example' }))).toBe(403);
  expect(await refusal(openTab(here, cookie, { origin: '' }))).toBe(403);
  await waitUntilOpen(openTab(here, cookie));
});

test('every tab of a player hears at once how many are unread, and nobody else does', async () => {
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

test('many events at once end in the true figure', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  await Promise.all(Array.from({ length: 30 }, (_, i) => createNotification(here.world, amina.id, `event ${i}`)));
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'notification', unread: 30 }));
});

test('signing out closes the tabs of that session, and those of others stay', async () => {
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
  expect(await refusal(openTab(here, laptop))).toBe(401);
});

test('a session that is ended from another phone, by a new password or by leaving closes its tabs at once, and no other', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const cookies: string[] = [];
  for (let time = 0; time < 3; time++) cookies.push(await signInForCookies(here.world, 'amina'));
  const tabs = cookies.map((cookie) => openTab(here, cookie)) as [Tab, Tab, Tab];
  await Promise.all(tabs.map(waitUntilOpen));
  const [mine = '', other = ''] = cookies;
  const { sessions } = await viewSecurity(ctx, amina, toClientInfo(other));
  await handleSecurityForm(ctx, amina, { do: 'session-out', session: sessions[0]?.id ?? '' }, toClientInfo(mine));
  expect(await tabs[1].closed).toBe(4001);
  const fields = { do: 'password', current: 'secret1', password: 'secret2', confirm: 'secret2' };
  expect((await handleSecurityForm(ctx, amina, fields, toClientInfo(mine))).answer.ok).toBe(true);
  expect(await tabs[2].closed).toBe(4001);
  await waitForPong(tabs[0]);
  await requestAccountDeletion(ctx, amina, { current: 'secret2' }, toClientInfo(mine));
  expect(await tabs[0].closed).toBe(4001);
  const inside = await signIn(ctx, VISITOR, { identifier: 'amina', password: 'secret2' }, toClientInfo());
  expect(await refusal(openTab(here, inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ')))).toBe(401);
});

test('a session that ended without a word is found out', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  await here.world.ctx.db.deleteFrom('sessions').execute();
  here.pass(TIMES.checkMs);
  expect(await tab.closed).toBe(4001);
});

test('a hidden game, and a gap in the bus, are told to everybody', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  here.world.ctx.bus.publish({ kind: 'catalogue', gameId: 'g' });
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'catalogue', gameId: 'g' }));
  here.world.ctx.bus.publish({ kind: 'gap' } as never);
  await waitForEarlierMessages(here, tab);
  here.pass(TIMES.gapMs);
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'look-again' }));
});

test('who comes in is told how many are unread: what happened before the line was there is not lost', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  await createNotification(here.world, amina.id, 'before');
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await eventually(() => expect(tab.received).toEqual([{ kind: 'notification', unread: 1 }]));
});

test('several gaps in a row are told once', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  for (let i = 0; i < 5; i++) here.world.ctx.bus.publish({ kind: 'gap' } as never);
  await waitForEarlierMessages(here, tab);
  const toldToLookAgain = () => tab.received.filter((event) => (event as { kind: string }).kind === 'look-again');
  expect(toldToLookAgain()).toEqual([]);
  expect(here.pass(TIMES.gapMs)).toBe(1);
  await waitForEarlierMessages(here, tab);
  expect(toldToLookAgain()).toHaveLength(1);
  // A later one is told anew.
  here.world.ctx.bus.publish({ kind: 'gap' } as never);
  await waitForEarlierMessages(here, tab);
  here.pass(TIMES.gapMs);
  await eventually(() => expect(toldToLookAgain()).toHaveLength(2));
});

test('who comes while sessions are looked up is not taken for signed out', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  await here.world.addPlayer({ username: 'brian' });
  const before = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(before);
  const cookie = await signInForCookies(here.world, 'brian');
  const look = here.holdNextAnswer();
  here.pass(TIMES.checkMs);
  await eventually(() => expect(look.isHeld()).toBe(true));
  const meanwhile = openTab(here, cookie);
  await waitUntilOpen(meanwhile);
  look.release();
  for (const tab of [before, meanwhile]) await waitForPong(tab);
});

test('friends see each other come and go; a page that is loaded anew is no going', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await applyFriendAction(ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: amina.id });
  await applyNotificationAction(ctx, amina, { do: 'read-all' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  // A tab that shows no friends is not woken.
  const other = openTab(here, await signInForCookies(here.world, 'amina'));
  await Promise.all([waitUntilOpen(tab), waitUntilOpen(other)]);
  tab.socket.send('friends');
  await waitForPong(tab);
  const presence = ({ received: heard }: Tab) => heard.filter((event) => (event as { kind: string }).kind === 'presence');
  const cookie = await signInForCookies(here.world, 'brian');
  const first = openTab(here, cookie);
  await waitUntilOpen(first);
  const came = { kind: 'presence', who: brian.id, online: true };
  const went = { kind: 'presence', who: brian.id, online: false };
  await eventually(() => expect(presence(tab)).toEqual([came]));
  first.socket.close();
  await first.closed;
  await eventually(() => expect(here.lines.size).toBe(2));
  const second = openTab(here, cookie);
  await waitUntilOpen(second);
  // Nothing is left that would tell of a going.
  expect(here.pass(TIMES.goneMs)).toBe(0);
  second.socket.close();
  await eventually(() => expect(here.lines.size).toBe(2));
  await waitForEarlierMessages(here, tab);
  expect(presence(tab)).toEqual([came]);
  expect(here.pass(TIMES.goneMs)).toBe(1);
  await eventually(() => expect(presence(tab).at(-1)).toEqual(went));
  expect(presence(tab)).toEqual([came, went]);
  await waitForEarlierMessages(here, other);
  expect(presence(other)).toEqual([]);
  expect((await getPlayerSummary(ctx, amina, brian.id)).presence).toMatchObject({ online: false });
});

test('news of a chat go to the two, of writing and of rights to the one, of a switch to everybody', async () => {
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
  bus.publish({ kind: 'switched', chat: false });
  await waitForEarlierMessages(here, ...tabs);
  const kinds = ['chat', 'typing', 'rights', 'switched'];
  const heard = tabs.map((tab) => tab.received.filter((event) => kinds.includes((event as { kind: string }).kind)));
  expect(heard).toEqual([
    [{ kind: 'chat', from: brian }, { kind: 'rights' }, { kind: 'switched', chat: false }],
    [
      { kind: 'chat', from: amina },
      { kind: 'typing', from: amina },
      { kind: 'switched', chat: false },
    ],
    [{ kind: 'switched', chat: false }],
  ]);
});
