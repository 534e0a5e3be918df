import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signIn } from '../src/features/accounts/service.server.ts';
import type { Bus } from '../src/infra/bus/bus.ts';
import { publishNotifications, createNotifications } from '../src/features/notifications/service.server.ts';
import type { QueryPrepared } from '../src/infra/database/database.ts';
import { attachLive } from '../src/server/live.ts';
import { isLiveRequest } from '../src/server/live/handshake.ts';
import type { Timers } from '../src/server/live/timing.ts';
import { HEARTBEAT } from '../src/shared/live-events.ts';
import { VISITOR } from '../src/shared/permissions.ts';
import { createWorld, type World } from './world.ts';

// The live connection in isolation: a site that serves nothing else, its tabs, and manual timers.

/** The TCP connections under the WebSockets. */
export const tcpSocketByTab = new WeakMap<WebSocket, Socket>();

/** A tab: its socket, and the messages it received. */
export type Tab = { socket: WebSocket; received: unknown[]; closed: Promise<number> };

/** Timers that only advance when a test says so: `advance` runs all timers with this delay and returns their number. */
export function createManualTimers(): Timers & { advance(ms: number): number } {
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

/** A site that only serves the live connection, on the port that its world is configured with. */
export async function createLiveSite() {
  const { server, port } = await listen();
  return serveLive(await createWorld({ PORT: String(port) }), server, port);
}

/** Another process of the same site: its own connections, the same database and bus, or its own end of another bus. */
export async function addLiveProcess({ world }: LiveSite, bus: Bus = world.ctx.bus): Promise<LiveSite> {
  const { server, port } = await listen();
  return serveLive({ ...world, ctx: { ...world.ctx, bus } }, server, port);
}

async function listen(): Promise<{ server: http.Server; port: number }> {
  const server = http.createServer({ shouldUpgradeCallback: isLiveRequest }, (_, res) => res.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

function serveLive(world: World, server: http.Server, port: number) {
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
  /** Delays the database's next response to the live connection. */
  const holdNextAnswer = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hold = { by: promise, isHeld: false };
    held.push(hold);
    return { isHeld: () => hold.isHeld, release: resolve };
  };
  const lookups = { begun: 0, hold: Promise.resolve(), failures: 0 };
  const queryPrepared: QueryPrepared = async (statement, values) => {
    lookups.begun++;
    await lookups.hold;
    if (lookups.failures > 0) throw new Error(`the database is away: ${lookups.failures--}`);
    return world.ctx.queryPrepared(statement, values);
  };
  /** Delays the prepared statements of the live connection from now on: those that look up sessions and count what is unread. */
  const holdLookups = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    lookups.hold = promise;
    return resolve;
  };
  const { stop, leave } = attachLive({ ...world.ctx, db, queryPrepared }, server, timers);
  // The server's sockets: a tab that does not read learns late that its connection was closed.
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
  return { world, address: `ws://127.0.0.1:${port}`, stop, leave, advance: timers.advance, lines, holdNextAnswer, lookups, holdLookups };
}
type LiveSite = ReturnType<typeof serveLive>;

/** A bus whose promises that players are followed can be held back. `asked`: of whom it was asked. */
export function createHeldBus(bus: Bus) {
  let hold = Promise.resolve();
  const asked: string[] = [];
  const follow = (playerId: string) => {
    asked.push(playerId);
    const told = bus.follow(playerId);
    return hold.then(() => told);
  };
  const holdFollowing = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    hold = promise;
    return resolve;
  };
  return { bus: { ...bus, follow }, asked, holdFollowing };
}

/** The client info of a browser with these cookies. */
export const toClientInfo = (cookies = '') => ({ address: '10.0.0.1', userAgent: 'test', cookies });

/** Signs a player in. @returns the Cookie header of their browser */
export async function signInForCookies(world: World, identifier: string): Promise<string> {
  const inside = await signIn(world.ctx, VISITOR, { identifier, password: 'secret1' }, toClientInfo());
  return inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** Opens a tab. */
export function openTab({ world, address }: LiveSite, cookie: string, headers: Record<string, string> = {}, path = '/live'): Tab {
  const socket = new WebSocket(address + path, { headers: { origin: world.ctx.config.origin, cookie, ...headers } });
  const received: unknown[] = [];
  socket.on('message', (data) => {
    const text = (data as Buffer).toString();
    if (text !== HEARTBEAT) received.push(JSON.parse(text));
  });
  socket.on('error', () => {});
  socket.once('upgrade', (response) => tcpSocketByTab.set(socket, response.socket));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  onTestFinished(() => socket.terminate());
  return { socket, received, closed };
}

/** The HTTP status of a refused handshake. */
export function refusalOf(tab: Tab): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    tab.socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    tab.socket.on('open', () => reject(new Error('it was opened')));
  });
}

/** Waits until the assertion passes. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 2 });

/** Waits until the tab is open and has received its first message. */
export const waitUntilOpen = (tab: Tab) => eventually(() => expect(tab.received).toContainEqual({ kind: 'notification', unread: 0 }));

/** Waits until the server has processed everything that this tab sent, which also shows that its connection is open. */
export const waitForPong = ({ socket }: Tab) =>
  new Promise<void>((resolve) => {
    socket.once('pong', () => resolve());
    socket.ping();
  });

/** Publishes an event to everybody and waits until these tabs have received it: then they have also received all earlier messages. */
export async function waitForEarlierMessages(here: LiveSite, ...tabs: Tab[]): Promise<void> {
  const marker = { kind: 'catalogue' as const, gameId: here.world.ctx.newId() };
  here.world.ctx.bus.publish(marker);
  for (const tab of tabs) await eventually(() => expect(tab.received).toContainEqual(marker));
}

/** Creates a notification for a player. */
export async function createNotification(world: World, playerId: string, event: string): Promise<void> {
  await createNotifications(world.ctx, world.ctx.db, [{ playerId, type: 'general', title: event, message: '', relatedId: null, event }]);
  publishNotifications(world.ctx, [playerId]);
}
