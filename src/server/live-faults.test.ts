import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  waitForPong,
  signInForCookies,
  createLiveSite,
  createNotification,
  waitUntilOpen,
  openTab,
  refusalOf,
  eventually,
  tcpSocketByTab,
  type Tab,
} from '../../tests/live-site.ts';
import { isLiveRequest } from './live/handshake.ts';
import { TIMES } from './live/timing.ts';

// A tab that sends garbage, does not read, does not answer, or is one too many is disconnected, and no other tab is affected.

test.each([
  ['a frame of a megabyte', (socket: WebSocket) => socket.send(Buffer.alloc(1_048_576))],
  ['too many messages', (socket: WebSocket) => Array.from({ length: 40 }, () => socket.send('{"kind":"notification"}'))],
  ['bytes that are not a frame', (socket: WebSocket) => tcpSocketByTab.get(socket)?.write(Buffer.alloc(64, 0xff))],
  ['invalid UTF-8 as text', (socket: WebSocket) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false })],
])('%s closes that connection and no other', async (_, garbage) => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  const [bad, good] = [openTab(here, cookie), openTab(here, cookie)];
  await Promise.all([bad, good].map(waitUntilOpen));
  garbage(bad.socket);
  await bad.closed;
  await createNotification(here.world, amina.id, 'after');
  await eventually(() => expect(good.received.at(-1)).toEqual({ kind: 'notification', unread: 1 }));
});

test('a refused handshake is disconnected, and a request for another upgrade is answered like any request', async () => {
  const here = await createLiveSite();
  const { port } = new URL(here.address);
  const connection = net.connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const closed = new Promise((resolve) => connection.once('close', resolve));
  connection.write(
    `GET /live HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  connection.on('data', () => {});
  connection.on('end', () => connection.end());
  await closed;
  const status = await new Promise((resolve) => {
    http.get({ port, host: '127.0.0.1', path: '/games', headers: { connection: 'Upgrade', upgrade: 'h2c' } }, (answer) =>
      resolve(answer.resume().statusCode),
    );
  });
  expect(status).toBe(200);
});

test('tabs that do not answer a close are terminated', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  const tabs: Tab[] = [];
  for (let i = 0; i < 16; i++) {
    const tab = openTab(here, cookie);
    await waitUntilOpen(tab);
    // It does not answer the close.
    tab.socket.pause();
    tabs.push(tab);
  }
  expect(here.lines.size).toBe(16);
  here.advance(TIMES.closeMs);
  await eventually(() => expect(here.lines.size).toBe(12));
  for (const tab of tabs) tab.socket.resume();
  await Promise.all(tabs.slice(0, 4).map((tab) => tab.closed));
  await Promise.all(tabs.slice(4).map(waitForPong));
});

test('a few meaningless messages are ignored', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  for (const text of ['', 'null', '{"kind":"notification","unread":99}', 'x'.repeat(256)]) tab.socket.send(text);
  await createNotification(here.world, amina.id, 'after');
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'notification', unread: 1 }));
});

test('a tab that does not read is disconnected', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  await here.world.addPlayer({ username: 'brian' });
  const [slow, quick] = [
    openTab(here, await signInForCookies(here.world, 'amina')),
    openTab(here, await signInForCookies(here.world, 'brian')),
  ];
  await Promise.all([slow, quick].map(waitUntilOpen));
  slow.socket.pause();
  const before = process.memoryUsage().rss;
  // Enough to fill the system's buffers. The tab that reads receives each event before the next is published.
  const gameId = 'g'.repeat(32 * 1024);
  for (let count = 0; count < 2_000 && here.lines.size === 2; count++) {
    const received = once(quick.socket, 'message');
    here.world.ctx.bus.publish({ kind: 'catalogue', gameId });
    await received;
  }
  expect(here.lines.size).toBe(1);
  slow.socket.resume();
  expect(await slow.closed).toBe(1006);
  await waitForPong(quick);
  expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1_048_576);
});

test('a tab that does not answer pings is disconnected', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  const [dead, alive] = [openTab(here, cookie), openTab(here, cookie)];
  await Promise.all([dead, alive].map(waitUntilOpen));
  // A socket that does not read does not answer.
  dead.socket.pause();
  const pinged = once(alive.socket, 'ping');
  const packets: Buffer[] = [];
  tcpSocketByTab.get(alive.socket)?.on('data', (packet: Buffer) => packets.push(packet));
  here.advance(TIMES.heartbeatMs);
  await pinged;
  // Ping and heartbeat are one packet, since its header costs more than both. What the other tab's opening says may be read with it.
  const pingAndHeartbeat = Buffer.from([0x89, 0, 0x81, 0]);
  await eventually(() => expect(packets.some((packet) => packet.includes(pingAndHeartbeat))).toBe(true));
  await waitForPong(alive);
  expect(here.lines.size).toBe(2);
  here.advance(TIMES.pongMs);
  await eventually(() => expect(here.lines.size).toBe(1));
  dead.socket.resume();
  expect(await dead.closed).toBe(1006);
  await waitForPong(alive);
});

test('a player has a limited number of tabs: the oldest is closed', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  const oldest = openTab(here, cookie);
  await waitUntilOpen(oldest);
  const later = Array.from({ length: 12 }, () => openTab(here, cookie));
  await Promise.all(later.map(waitUntilOpen));
  expect(await oldest.closed).toBe(4002);
  await Promise.all(later.map(waitForPong));
});

test('stopping closes all tabs with 1001, so that browsers reconnect to another process', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  await here.stop();
  expect(await tab.closed).toBe(1001);
});

test('a process without live connections refuses a tab at once', async () => {
  // src/main.ts does this without the role 'live'.
  const server = http.createServer({ shouldUpgradeCallback: isLiveRequest }, (_, res) => res.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`);
  const events: string[] = [];
  for (const event of ['open', 'error']) socket.on(event, () => events.push(event));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(events).toEqual(['error']);
});

test('handshakes that wait for their turn: whoever gives up is not looked up, others are refused at once or after a while', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  const release = here.holdLookups();
  const first = Array.from({ length: 4 }, () => openTab(here, cookie));
  await eventually(() => expect(here.lookups.begun).toBe(4));
  const gone = openTab(here, cookie);
  await eventually(() => expect(here.lines.size).toBe(5));
  expect(await refusalOf(openTab(here, ''))).toBe(401);
  expect(await refusalOf(openTab(here, cookie, { origin: 'https://evil.example' }))).toBe(403);
  gone.socket.terminate();
  await eventually(() => expect(here.lines.size).toBe(4));
  expect(here.advance(TIMES.turnMs)).toBe(0);
  const late = openTab(here, cookie);
  const refusal = refusalOf(late);
  await eventually(() => expect(here.advance(TIMES.turnMs)).toBe(1));
  expect(await refusal).toBe(503);
  expect(here.lookups.begun).toBe(4);
  release();
  await Promise.all(first.map(waitUntilOpen));
});

test('what is unread is counted once more when the count failed, and not for ever', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  here.lookups.failures = 1;
  await createNotification(here.world, amina.id, 'one');
  await eventually(() => expect(here.advance(TIMES.recountMs)).toBe(1));
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'notification', unread: 1 }));
  here.lookups.failures = 2;
  await createNotification(here.world, amina.id, 'two');
  await eventually(() => expect(here.advance(TIMES.recountMs)).toBe(1));
  await eventually(() => expect(here.lookups.failures).toBe(0));
  await waitForPong(tab);
  expect(here.advance(TIMES.recountMs)).toBe(0);
});

test('a check of all sessions that is still running is not begun again', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  const [second, first] = [here.holdNextAnswer(), here.holdNextAnswer()];
  here.advance(TIMES.sessionCheckMs);
  here.advance(TIMES.sessionCheckMs);
  await eventually(() => expect(first.isHeld()).toBe(true));
  await signInForCookies(here.world, 'amina');
  expect(second.isHeld()).toBe(false);
  first.release();
  await waitForPong(tab);
  await eventually(() => {
    here.advance(TIMES.sessionCheckMs);
    expect(second.isHeld()).toBe(true);
  });
  second.release();
  await waitForPong(tab);
});
