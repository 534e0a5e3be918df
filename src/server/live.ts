import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { AppContext } from '../context.server.ts';
import type { StopRequest } from '../infra/processes/shutdown.ts';
import { recordPresence } from '../features/friends/service.server.ts';
import { CLOSE_CODES, PRESENCE_SUBSCRIPTION } from '../shared/live-events.ts';
import { createBusHandler } from './live/bus-messages.ts';
import { createDecisionCheck } from './live/decision-check.ts';
import { createConnections, pingAll, type Connection, type Identity } from './live/connections.ts';
import { createHandshake } from './live/handshake.ts';
import { createMoving } from './live/moving.ts';
import { createPresenceNotifier } from './live/presence-notifier.ts';
import { createSessionCheck } from './live/session-check.ts';
import { PROCESS_TIMERS, TIMES, type Timers } from './live/timing.ts';
import { createUnreadCounter } from './live/unread-counter.ts';

/** Maximum number of messages that a tab may send between two session checks. */
const MESSAGES_MAX = 20;
/** Players who are recorded as online in one statement. */
const BATCH_SIZE = 2_000;

export type Live = {
  /** Closes all connections. */
  stop(): Promise<void>;
  /**
   * Tells all tabs to move to another process before this one ends: one after the other, so that they do not all arrive at once. `seconds`: when
   * it ends; 0: too soon for that, and they come back by themselves.
   */
  leave(request: StopRequest): void;
};

/**
 * Serves the live connection of each open tab (`/live`): authenticated by the session's cookie, closed when the session ends, and
 * notified of what happens to its player.
 * @param timers real ones, or some that a test controls
 */
export function attachLive(ctx: AppContext, server: Server, timers: Timers = PROCESS_TIMERS): Live {
  const presence = createPresenceNotifier(ctx, timers);
  const connections = createConnections({ timers, onFirst: presence.connected, onLast: presence.disconnected });
  const sessions = createSessionCheck(ctx, connections, timers);
  const decisions = createDecisionCheck(ctx, connections);
  const countUnread = createUnreadCounter(ctx, timers, (playerId, unread) =>
    connections.sendToPlayers([playerId], { kind: 'notification', unread }),
  );
  const busHandler = createBusHandler({ connections, presence, sessions, countUnread, timers });
  const moving = createMoving(connections);

  const onConnect = (socket: WebSocket, stream: Duplex, identity: Identity) => {
    const connection: Connection = { ...identity, socket, stream, isAlive: true, messageCount: 0, wantsPresence: false };
    connections.add(connection);
    listenTo(connection);
    socket.on('close', () => connections.remove(connection));
    if (!sessions.accept(connection)) return;
    moving.added(connection);
    // Whatever happened between rendering the page and this moment was not sent to the tab.
    if (!connection.isMoved) countUnread(connection.actor);
  };
  const handshake = createHandshake(ctx, { onConnect, isLeaving: moving.isLeaving, timers });
  ctx.metrics?.addSources({ sockets: () => connections.all.size });

  server.on('upgrade', handshake.onUpgrade);
  const unsubscribe = ctx.bus.subscribe(busHandler.onMessage);
  const clearIntervals = [
    timers.every(TIMES.heartbeatMs, () => pingAll(connections, timers)),
    timers.every(TIMES.presenceMs, () => {
      recordAll(ctx, [...connections.byPlayer.keys()]).catch((error: unknown) => ctx.log.warn({ err: error }, 'presence was not stored'));
    }),
    timers.every(TIMES.sessionCheckMs, () => {
      for (const connection of connections.all) connection.messageCount = 0;
      sessions.check();
    }),
    timers.every(TIMES.decisionsMs, decisions.check),
  ];

  return {
    async stop() {
      presence.stop();
      for (const clear of clearIntervals) clear();
      unsubscribe();
      server.off('upgrade', handshake.onUpgrade);
      busHandler.stop();
      for (const connection of connections.all) connections.close(connection, CLOSE_CODES.goingAway);
      handshake.close();
    },
    leave: moving.leave,
  };
}

/** One statement after the other: a single one for 20,000 players would hold their rows, and the process, for long. */
async function recordAll(ctx: AppContext, playerIds: string[]): Promise<void> {
  for (let from = 0; from < playerIds.length; from += BATCH_SIZE) await recordPresence(ctx, playerIds.slice(from, from + BATCH_SIZE));
}

function listenTo(connection: Connection): void {
  const { socket } = connection;
  socket.on('pong', () => (connection.isAlive = true));
  socket.on('message', (data) => {
    if (++connection.messageCount > MESSAGES_MAX) socket.terminate();
    connection.wantsPresence = Buffer.isBuffer(data) && data.toString() === PRESENCE_SUBSCRIPTION;
  });
  socket.on('error', () => socket.terminate());
}
