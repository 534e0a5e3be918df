import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createWorld, type World } from '../../tests/world.ts';
import { signIn, signOut } from '../features/accounts/service.server.ts';
import { doToFriend, viewPerson } from '../features/friends/service.server.ts';
import { endSessionsOf } from '../features/accounts/sessions/service.server.ts';
import { announce, doToNotifications, notify } from '../features/notifications/service.server.ts';
import { leave } from '../features/settings/leaving/service.server.ts';
import { doSecurity, viewSecurity } from '../features/settings/security/service.server.ts';
import { VISITOR, type Actor } from '../shared/permissions.ts';
import { attachLive, isLive } from './live.ts';

type Times = Parameters<typeof attachLive>[2];
/** The connections under the WebSockets. */
const raw = new WeakMap<WebSocket, Socket>();

type Tab = { socket: WebSocket; heard: unknown[]; closed: Promise<number> };

/** A site with nothing but the live connection, under the address that the world says it has. */
async function site(times?: Times, env: Record<string, string> = {}) {
  const server = http.createServer({ shouldUpgradeCallback: isLive }, (_, res) => res.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const world = await createWorld({ PORT: String(port), ...env });
  const stop = attachLive(world.ctx, server, times);
  onTestFinished(async () => {
    await stop();
    server.closeAllConnections();
    server.close();
  });
  return { world, address: `ws://127.0.0.1:${port}`, stop, players: new Map<string, Actor>() };
}
type Site = Awaited<ReturnType<typeof site>>;

const visitOf = (cookies = '') => ({ address: '10.0.0.1', device: 'test', cookies });

/** Signs somebody in. @returns the Cookie header of their browser */
async function cookiesOf(world: World, identifier: string): Promise<string> {
  const inside = await signIn(world.ctx, VISITOR, { identifier, password: 'secret1' }, visitOf());
  return inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

function open({ world, address }: Site, cookie: string, headers: Record<string, string> = {}, path = '/live'): Tab {
  const socket = new WebSocket(address + path, { headers: { origin: world.ctx.config.origin, cookie, ...headers } });
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(JSON.parse((data as Buffer).toString())));
  socket.on('error', () => {});
  socket.once('upgrade', (response) => raw.set(socket, response.socket));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  onTestFinished(() => socket.terminate());
  return { socket, heard, closed };
}

/** It is open, and has been told how things stand. */
const opened = (tab: Tab) => vi.waitFor(() => expect(tab.heard).toContainEqual({ kind: 'notification', unread: 0 }));

/** The status that refuses a connection. */
function refusal(tab: Tab): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    tab.socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    tab.socket.on('open', () => reject(new Error('it was opened')));
  });
}

async function happen(world: World, playerId: string, event: string): Promise<void> {
  await notify(world.ctx, world.ctx.db, [{ playerId, type: 'general', title: event, message: '', relatedId: null, event }]);
  announce(world.ctx, [playerId]);
}

test('only a session opens it, and only from our own pages', async () => {
  const here = await site();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await cookiesOf(here.world, 'amina');
  expect(await refusal(open(here, ''))).toBe(401);
  expect(await refusal(open(here, 'kiddo_session=forged.forged'))).toBe(401);
  expect(await refusal(open(here, cookie, { origin: 'https://evil.example' }))).toBe(403);
  expect(await refusal(open(here, cookie, { origin: '' }))).toBe(403);
  await opened(open(here, cookie));
});

test('every tab of a player hears at once how many are unread, and nobody else does', async () => {
  const here = await site();
  const amina = await here.world.addPlayer({ username: 'amina' });
  await here.world.addPlayer({ username: 'brian' });
  const cookie = await cookiesOf(here.world, 'amina');
  const tabs = [open(here, cookie), open(here, cookie), open(here, await cookiesOf(here.world, 'brian'))] as const;
  await Promise.all(tabs.map(opened));
  await happen(here.world, amina.id, 'one');
  for (const tab of tabs.slice(0, 2)) await vi.waitFor(() => expect(tab.heard.at(-1)).toEqual({ kind: 'notification', unread: 1 }));
  await doToNotifications(here.world.ctx, amina, { do: 'read-all' });
  for (const tab of tabs.slice(0, 2)) await vi.waitFor(() => expect(tab.heard.at(-1)).toEqual({ kind: 'notification', unread: 0 }));
  expect(tabs[2].heard).not.toContainEqual({ kind: 'notification', unread: 1 });
});

test('many events at once end in the true figure', async () => {
  const here = await site();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const tab = open(here, await cookiesOf(here.world, 'amina'));
  await opened(tab);
  await Promise.all(Array.from({ length: 30 }, (_, i) => happen(here.world, amina.id, `event ${i}`)));
  await vi.waitFor(() => expect(tab.heard.at(-1)).toEqual({ kind: 'notification', unread: 30 }));
});

test('signing out closes the tabs of that session, and those of others stay', async () => {
  const here = await site();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const [phone, laptop] = [await cookiesOf(here.world, 'amina'), await cookiesOf(here.world, 'amina')];
  const tabs = [open(here, phone), open(here, phone), open(here, laptop)] as const;
  await Promise.all(tabs.map(opened));
  await signOut(here.world.ctx, amina, visitOf(phone));
  expect(await Promise.all([tabs[0].closed, tabs[1].closed])).toEqual([4001, 4001]);
  expect(tabs[2].socket.readyState).toBe(WebSocket.OPEN);
  await endSessionsOf(here.world.ctx, amina.id);
  expect(await tabs[2].closed).toBe(4001);
  expect(await refusal(open(here, laptop))).toBe(401);
});

test('a session that is ended from another phone, by a new password or by leaving closes its tabs at once, and no other', async () => {
  const here = await site();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const cookies: string[] = [];
  for (let time = 0; time < 3; time++) cookies.push(await cookiesOf(here.world, 'amina'));
  const tabs = cookies.map((cookie) => open(here, cookie));
  for (const tab of tabs) await opened(tab);
  const [mine = '', other = ''] = cookies;
  const { sessions } = await viewSecurity(ctx, amina, visitOf(other));
  await doSecurity(ctx, amina, { do: 'session-out', session: sessions[0]?.id ?? '' }, visitOf(mine));
  expect(await tabs[1]?.closed).toBe(4001);
  const fields = { do: 'password', current: 'secret1', password: 'secret2', confirm: 'secret2' };
  expect((await doSecurity(ctx, amina, fields, visitOf(mine))).answer.ok).toBe(true);
  expect(await tabs[2]?.closed).toBe(4001);
  expect(tabs[0]?.socket.readyState).toBe(WebSocket.OPEN);
  await leave(ctx, amina, { current: 'secret2' }, visitOf(mine));
  expect(await tabs[0]?.closed).toBe(4001);
  const inside = await signIn(ctx, VISITOR, { identifier: 'amina', password: 'secret2' }, visitOf());
  expect(await refusal(open(here, inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ')))).toBe(401);
});

test('a session that ended without a word is found out', async () => {
  const here = await site({ pingMs: 50_000, checkMs: 50, gapMs: 0 });
  await here.world.addPlayer({ username: 'amina' });
  const tab = open(here, await cookiesOf(here.world, 'amina'));
  await opened(tab);
  await here.world.ctx.db.deleteFrom('sessions').execute();
  expect(await tab.closed).toBe(4001);
});

test('a hidden game, and a gap in the bus, are told to everybody', async () => {
  const here = await site({ pingMs: 50_000, checkMs: 50_000, gapMs: 0 });
  await here.world.addPlayer({ username: 'amina' });
  const tab = open(here, await cookiesOf(here.world, 'amina'));
  await opened(tab);
  here.world.ctx.bus.publish({ kind: 'catalogue', gameId: 'g' });
  await vi.waitFor(() => expect(tab.heard.at(-1)).toEqual({ kind: 'catalogue', gameId: 'g' }));
  here.world.ctx.bus.publish({ kind: 'gap' } as never);
  await vi.waitFor(() => expect(tab.heard.at(-1)).toEqual({ kind: 'look-again' }));
});

test.each([
  ['a frame of a megabyte', (socket: WebSocket) => socket.send(Buffer.alloc(1_048_576))],
  ['more words than anybody needs', (socket: WebSocket) => Array.from({ length: 40 }, () => socket.send('{"kind":"notification"}'))],
  ['bytes that are no frame', (socket: WebSocket) => raw.get(socket)?.write(Buffer.alloc(64, 0xff))],
  ['text that is no text', (socket: WebSocket) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false })],
])('%s ends the connection and nothing else', async (_, garbage) => {
  const here = await site();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const cookie = await cookiesOf(here.world, 'amina');
  const [bad, good] = [open(here, cookie), open(here, cookie)];
  await Promise.all([bad, good].map(opened));
  garbage(bad.socket);
  await bad.closed;
  await happen(here.world, amina.id, 'after');
  await vi.waitFor(() => expect(good.heard.at(-1)).toEqual({ kind: 'notification', unread: 1 }));
});

test('who comes in is told how many are unread: what happened before the line was there is not lost', async () => {
  const here = await site();
  const amina = await here.world.addPlayer({ username: 'amina' });
  await happen(here.world, amina.id, 'before');
  const tab = open(here, await cookiesOf(here.world, 'amina'));
  await vi.waitFor(() => expect(tab.heard).toEqual([{ kind: 'notification', unread: 1 }]));
});

test('several gaps in a row are told once', async () => {
  const here = await site({ pingMs: 50_000, checkMs: 50_000, gapMs: 100 });
  await here.world.addPlayer({ username: 'amina' });
  const tab = open(here, await cookiesOf(here.world, 'amina'));
  await opened(tab);
  for (let i = 0; i < 5; i++) here.world.ctx.bus.publish({ kind: 'gap' } as never);
  await vi.waitFor(() => expect(tab.heard.at(-1)).toEqual({ kind: 'look-again' }));
  here.world.ctx.bus.publish({ kind: 'catalogue', gameId: 'g' });
  await vi.waitFor(() => expect(tab.heard.slice(-2)).toEqual([{ kind: 'look-again' }, { kind: 'catalogue', gameId: 'g' }]));
});

test('who comes while sessions are looked up is not taken for signed out', async () => {
  const here = await site({ pingMs: 50_000, checkMs: 1, gapMs: 0 });
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await cookiesOf(here.world, 'amina');
  for (let i = 0; i < 30; i++) {
    const tab = open(here, cookie);
    await opened(tab);
    expect(tab.socket.readyState).toBe(WebSocket.OPEN);
    tab.socket.terminate();
  }
});

test('a refused handshake is hung up on, and another wish to upgrade is answered as any request', async () => {
  const here = await site();
  const { port } = new URL(here.address);
  const line = net.connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const closed = new Promise((resolve) => line.once('close', resolve));
  line.write(
    `GET /live HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  line.on('data', () => {});
  line.on('end', () => line.end());
  await closed;
  const status = await new Promise((resolve) => {
    http.get({ port, host: '127.0.0.1', path: '/games', headers: { connection: 'Upgrade', upgrade: 'h2c' } }, (answer) =>
      resolve(answer.resume().statusCode),
    );
  });
  expect(status).toBe(200);
});

test('tabs that do not answer the goodbye are ended all the same', async () => {
  const here = await site();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await cookiesOf(here.world, 'amina');
  const tabs: Tab[] = [];
  for (let i = 0; i < 16; i++) {
    const tab = open(here, cookie);
    await opened(tab);
    // It hears the goodbye and does nothing.
    tab.socket.pause();
    tabs.push(tab);
  }
  for (const tab of tabs) tab.socket.resume();
  await Promise.all(tabs.slice(0, 4).map((tab) => tab.closed));
  expect(tabs.slice(4).every((tab) => tab.socket.readyState === WebSocket.OPEN)).toBe(true);
});

test('a few words that mean nothing are passed over', async () => {
  const here = await site();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const tab = open(here, await cookiesOf(here.world, 'amina'));
  await opened(tab);
  for (const text of ['', 'null', '{"kind":"notification","unread":99}', 'x'.repeat(256)]) tab.socket.send(text);
  await happen(here.world, amina.id, 'after');
  await vi.waitFor(() => expect(tab.heard.at(-1)).toEqual({ kind: 'notification', unread: 1 }));
});

test('a reader that does not read is dropped, not waited for', async () => {
  const here = await site();
  await here.world.addPlayer({ username: 'amina' });
  await here.world.addPlayer({ username: 'brian' });
  const [slow, quick] = [open(here, await cookiesOf(here.world, 'amina')), open(here, await cookiesOf(here.world, 'brian'))];
  await Promise.all([slow, quick].map(opened));
  slow.socket.pause();
  const before = process.memoryUsage().rss;
  // More than the system's own buffers hold.
  for (let round = 0; round < 400; round++) {
    for (let i = 0; i < 1_000; i++) here.world.ctx.bus.publish({ kind: 'catalogue', gameId: 'g' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  slow.socket.resume();
  expect(await slow.closed).toBe(1006);
  expect(quick.socket.readyState).toBe(WebSocket.OPEN);
  expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1_048_576);
}, 60_000);

test('one that answers no ping is dropped', async () => {
  const here = await site({ pingMs: 100, checkMs: 50_000, gapMs: 0 });
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await cookiesOf(here.world, 'amina');
  const dead = open(here, cookie);
  await opened(dead);
  // It no longer reads, so it cannot answer.
  dead.socket.pause();
  const alive = open(here, cookie);
  await opened(alive);
  await new Promise((resolve) => setTimeout(resolve, 500));
  dead.socket.resume();
  expect(await dead.closed).toBe(1006);
  expect(alive.socket.readyState).toBe(WebSocket.OPEN);
});

test('one player has a bounded number of tabs: the oldest makes room', async () => {
  const here = await site();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await cookiesOf(here.world, 'amina');
  const tabs: Tab[] = [];
  for (let i = 0; i < 13; i++) {
    const tab = open(here, cookie);
    await opened(tab);
    tabs.push(tab);
  }
  expect(await tabs[0]?.closed).toBe(4002);
  expect(tabs.slice(1).every((tab) => tab.socket.readyState === WebSocket.OPEN)).toBe(true);
});

test('stopping says goodbye, so that browsers come back elsewhere', async () => {
  const here = await site();
  await here.world.addPlayer({ username: 'amina' });
  const tab = open(here, await cookiesOf(here.world, 'amina'));
  await opened(tab);
  await here.stop();
  expect(await tab.closed).toBe(1001);
});

test('friends see each other come and go; a page that is loaded anew is no going', async () => {
  const here = await site({ goneMs: 60 });
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await doToFriend(ctx, amina, { do: 'ask', id: brian.id });
  await doToFriend(ctx, brian, { do: 'accept', id: amina.id });
  await doToNotifications(ctx, amina, { do: 'read-all' });
  const tab = open(here, await cookiesOf(here.world, 'amina'));
  // A tab that shows no friends is not woken.
  const other = open(here, await cookiesOf(here.world, 'amina'));
  await Promise.all([opened(tab), opened(other)]);
  tab.socket.send('friends');
  const presence = () => tab.heard.filter((event) => (event as { kind: string }).kind === 'presence');
  const cookie = await cookiesOf(here.world, 'brian');
  const first = open(here, cookie);
  await opened(first);
  await vi.waitFor(() => expect(presence()).toEqual([{ kind: 'presence', who: brian.id, online: true }]));
  first.socket.close();
  await first.closed;
  const second = open(here, cookie);
  await opened(second);
  second.socket.close();
  await vi.waitFor(() => expect(presence().at(-1)).toEqual({ kind: 'presence', who: brian.id, online: false }));
  expect(presence()).toHaveLength(2);
  expect(other.heard.filter((event) => (event as { kind: string }).kind === 'presence')).toEqual([]);
  expect((await viewPerson(ctx, amina, brian.id)).presence).toMatchObject({ online: false });
});

test('news of a chat go to the two, of writing and of rights to the one, of a switch to everybody', async () => {
  const here = await site();
  const { bus } = here.world.ctx;
  const names = ['amina', 'brian', 'zuri'] as const;
  const players = await Promise.all(names.map((username) => here.world.addPlayer({ username })));
  const [amina, brian] = players.map(({ id }) => id) as [string, string];
  const tabs = await Promise.all(names.map(async (name) => open(here, await cookiesOf(here.world, name))));
  await Promise.all(tabs.map(opened));
  bus.publish({ kind: 'chat', playerIds: [brian, amina], between: [amina, brian] });
  bus.publish({ kind: 'typing', playerId: brian, from: amina });
  bus.publish({ kind: 'rights', playerId: amina });
  bus.publish({ kind: 'switched', chat: false });
  for (const tab of tabs) await vi.waitFor(() => expect(tab.heard).toContainEqual({ kind: 'switched', chat: false }));
  const kinds = ['chat', 'typing', 'rights', 'switched'];
  const heard = tabs.map((tab) => tab.heard.filter((event) => kinds.includes((event as { kind: string }).kind)));
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
