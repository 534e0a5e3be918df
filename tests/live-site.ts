import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signIn } from '../src/features/accounts/service.server.ts';
import { publishNotifications, createNotifications } from '../src/features/notifications/service.server.ts';
import { attachLive } from '../src/server/live.ts';
import { isLiveRequest } from '../src/server/live/handshake.ts';
import type { Timers } from '../src/server/live/timing.ts';
import { VISITOR } from '../src/shared/permissions.ts';
import { createWorld, type World } from './world.ts';

// The live connection by itself: a site that has nothing else, its tabs, and time that passes by hand.

/** The connections under the WebSockets. */
export const tcpSocketByTab = new WeakMap<WebSocket, Socket>();

/** A tab: its line, and what it received over it. */
export type Tab = { socket: WebSocket; received: unknown[]; closed: Promise<number> };

/** Time passes only when a test says so: all that waits for this long is done then, and counted. */
function createManualTimers(): Timers & { advance(ms: number): number } {
  const waiting = new Set<{ ms: number; run: () => void }>();
  const setManualTimer = (ms: number, run: () => void) => {
    const one = { ms, run };
    waiting.add(one);
    return () => void waiting.delete(one);
  };
  return {
    every: setManualTimer,
    after(ms, run) {
      const cancel = setManualTimer(ms, () => {
        cancel();
        run();
      });
      return cancel;
    },
    advance(ms) {
      const due = [...waiting].filter((one) => one.ms === ms);
      for (const { run } of due) run();
      return due.length;
    },
  };
}

/** A site with nothing but the live connection, under the address that the world says it has. */
export async function createLiveSite() {
  const server = http.createServer({ shouldUpgradeCallback: isLiveRequest }, (_, res) => res.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const world = await createWorld({ PORT: String(port) });
  const timers = createManualTimers();
  const held: { by: Promise<void>; isHeld: boolean }[] = [];
  const db = world.ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const hold = held.pop();
      if (hold) hold.isHeld = true;
      await hold?.by;
      return result;
    },
  });
  /** The next answer of the database to the live connection waits. */
  const holdNextAnswer = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hold = { by: promise, isHeld: false };
    held.push(hold);
    return { isHeld: () => hold.isHeld, release: resolve };
  };
  const stop = attachLive({ ...world.ctx, db }, server, timers);
  // Those of the server: a tab that does not read learns late that its line was ended.
  const lines = new Set<Socket>();
  server.on('connection', (line) => {
    lines.add(line);
    line.once('close', () => lines.delete(line));
  });
  onTestFinished(async () => {
    await stop();
    server.closeAllConnections();
    server.close();
  });
  return { world, address: `ws://127.0.0.1:${port}`, stop, advance: timers.advance, lines, holdNextAnswer };
}
type LiveSite = Awaited<ReturnType<typeof createLiveSite>>;

/** A visit from a browser with these cookies. */
export const toClientInfo = (cookies = '') => ({ address: '10.0.0.1', userAgent: 'test', cookies });

/** Signs somebody in. @returns the Cookie header of their browser */
export async function signInForCookies(world: World, identifier: string): Promise<string> {
  const inside = await signIn(world.ctx, VISITOR, { identifier, password: 'secret1' }, toClientInfo());
  return inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** Opens a tab. */
export function openTab({ world, address }: LiveSite, cookie: string, headers: Record<string, string> = {}, path = '/live'): Tab {
  const socket = new WebSocket(address + path, { headers: { origin: world.ctx.config.origin, cookie, ...headers } });
  const received: unknown[] = [];
  socket.on('message', (data) => received.push(JSON.parse((data as Buffer).toString())));
  socket.on('error', () => {});
  socket.once('upgrade', (response) => tcpSocketByTab.set(socket, response.socket));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  onTestFinished(() => socket.terminate());
  return { socket, received, closed };
}

/** Waits until this holds. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 2 });

/** It is open, and has been told how things stand. */
export const waitUntilOpen = (tab: Tab) => eventually(() => expect(tab.received).toContainEqual({ kind: 'notification', unread: 0 }));

/** Waits until the server has dealt with all that this tab sent, and so finds that its line stands. */
export const waitForPong = ({ socket }: Tab) =>
  new Promise<void>((resolve) => {
    socket.once('pong', () => resolve());
    socket.ping();
  });

/** Tells everybody something, and waits until these tabs have received it: what was told them before they have received, too. */
export async function waitForEarlierMessages(here: LiveSite, ...tabs: Tab[]): Promise<void> {
  const marker = { kind: 'catalogue' as const, gameId: here.world.ctx.newId() };
  here.world.ctx.bus.publish(marker);
  for (const tab of tabs) await eventually(() => expect(tab.received).toContainEqual(marker));
}

/** Something happens to a player: there is a notification more. */
export async function createNotification(world: World, playerId: string, event: string): Promise<void> {
  await createNotifications(world.ctx, world.ctx.db, [{ playerId, type: 'general', title: event, message: '', relatedId: null, event }]);
  publishNotifications(world.ctx, [playerId]);
}
