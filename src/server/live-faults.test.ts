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
  eventually,
  tcpSocketByTab,
  type Tab,
} from '../../tests/live-site.ts';
import { isLive, TIMES } from './live.ts';

// Tabs that send garbage, do not read, do not answer or are too many: they are dropped, and nobody else notices.

test.each([
  ['a frame of a megabyte', (socket: WebSocket) => socket.send(Buffer.alloc(1_048_576))],
  ['more words than anybody needs', (socket: WebSocket) => Array.from({ length: 40 }, () => socket.send('{"kind":"notification"}'))],
  ['bytes that are no frame', (socket: WebSocket) => tcpSocketByTab.get(socket)?.write(Buffer.alloc(64, 0xff))],
  ['text that is no text', (socket: WebSocket) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false })],
])('%s ends the connection and nothing else', async (_, garbage) => {
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

test('a refused handshake is hung up on, and another wish to upgrade is answered as any request', async () => {
  const here = await createLiveSite();
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
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  const tabs: Tab[] = [];
  for (let i = 0; i < 16; i++) {
    const tab = openTab(here, cookie);
    await waitUntilOpen(tab);
    // It hears the goodbye and does nothing.
    tab.socket.pause();
    tabs.push(tab);
  }
  expect(here.lines.size).toBe(16);
  here.pass(TIMES.goodbyeMs);
  await eventually(() => expect(here.lines.size).toBe(12));
  for (const tab of tabs) tab.socket.resume();
  await Promise.all(tabs.slice(0, 4).map((tab) => tab.closed));
  await Promise.all(tabs.slice(4).map(waitForPong));
});

test('a few words that mean nothing are passed over', async () => {
  const here = await createLiveSite();
  const amina = await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  for (const text of ['', 'null', '{"kind":"notification","unread":99}', 'x'.repeat(256)]) tab.socket.send(text);
  await createNotification(here.world, amina.id, 'after');
  await eventually(() => expect(tab.received.at(-1)).toEqual({ kind: 'notification', unread: 1 }));
});

test('a reader that does not read is dropped, not waited for', async () => {
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
  // More than the system's own buffers hold, if nobody stopped; the one who reads has each before the next is told.
  const gameId = 'g'.repeat(32 * 1024);
  let told = 0;
  for (; told < 2_000 && here.lines.size === 2; told++) {
    const heard = once(quick.socket, 'message');
    here.world.ctx.bus.publish({ kind: 'catalogue', gameId });
    await heard;
  }
  expect(here.lines.size).toBe(1);
  slow.socket.resume();
  expect(await slow.closed).toBe(1006);
  await waitForPong(quick);
  expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1_048_576);
});

test('one that answers no ping is dropped', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(here.world, 'amina');
  const [dead, alive] = [openTab(here, cookie), openTab(here, cookie)];
  await Promise.all([dead, alive].map(waitUntilOpen));
  // It no longer reads, so it cannot answer.
  dead.socket.pause();
  const asked = once(alive.socket, 'ping');
  here.pass(TIMES.pingMs);
  await asked;
  await waitForPong(alive);
  expect(here.lines.size).toBe(2);
  here.pass(TIMES.pingMs);
  await eventually(() => expect(here.lines.size).toBe(1));
  dead.socket.resume();
  expect(await dead.closed).toBe(1006);
  await waitForPong(alive);
});

test('one player has a bounded number of tabs: the oldest makes room', async () => {
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

test('stopping says goodbye, so that browsers come back elsewhere', async () => {
  const here = await createLiveSite();
  await here.world.addPlayer({ username: 'amina' });
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  await here.stop();
  expect(await tab.closed).toBe(1001);
});

test('where no live connections are served a tab is told at once that there is none', async () => {
  // As src/main.ts serves pages without the role 'live'.
  const server = http.createServer({ shouldUpgradeCallback: isLive }, (_, res) => res.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`);
  const heard: string[] = [];
  for (const event of ['open', 'error']) socket.on(event, () => heard.push(event));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(heard).toEqual(['error']);
});
