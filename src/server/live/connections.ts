import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE_CODES, HEARTBEAT, type LiveEvent } from '../../shared/live-events.ts';
import { isTeamRole, type Actor } from '../../shared/permissions.ts';
import { TIMES, type Timers } from './timing.ts';

const PER_PLAYER_MAX = 12;
/** A connection with more than this unsent is terminated: the browser reconnects and fetches everything again. */
const UNSENT_BYTES_MAX = 64 * 1024;
/** So many are pinged at once: 20,000 in 20 seconds. */
const PING_GROUP_SIZE = 250;

/** The player and the session of a connection. */
export type Identity = {
  actor: Extract<Actor, { kind: 'player' }>;
  sessionHash: string;
  /** Whether it takes the place of a connection to another process, which is still open. */
  isMoved: boolean;
};

/** The connection of one open tab. */
export type Connection = Identity & {
  socket: WebSocket;
  /** The stream below the socket. */
  stream: Duplex;
  /** Whether it answered the last ping. */
  isAlive: boolean;
  /** Number of messages that it sent recently. */
  messageCount: number;
  /** Whether the tab shows friends, and so receives their presence. */
  wantsPresence: boolean;
};

/** The open connections of this process. */
export type Connections = ReturnType<typeof createConnections>;

type Options = {
  timers: Timers;
  /** Called when a player's first connection was added. */
  onFirst: (playerId: string, isMoved: boolean) => void;
  /** Called when a player's last connection was removed. */
  onLast: (playerId: string) => void;
};

/** Creates the registry of open connections, by player. */
export function createConnections({ timers, onFirst, onLast }: Options) {
  const all = new Set<Connection>();
  const byPlayer = new Map<string, Set<Connection>>();

  const close = (connection: Connection, code: number) => {
    connection.socket.close(code);
    timers.after(TIMES.closeMs, () => connection.socket.terminate());
  };

  return {
    all: all as ReadonlySet<Connection>,
    byPlayer: byPlayer as ReadonlyMap<string, ReadonlySet<Connection>>,
    close,
    add(connection: Connection): void {
      const { id } = connection.actor;
      all.add(connection);
      const own = byPlayer.get(id) ?? new Set();
      if (own.size === 0) onFirst(id, connection.isMoved);
      byPlayer.set(id, own.add(connection));
      const oldest = own.size > PER_PLAYER_MAX ? own.values().next().value : undefined;
      if (!oldest) return;
      // Remove it now, not when it closes: it may never answer the close.
      own.delete(oldest);
      close(oldest, CLOSE_CODES.tooManyTabs);
    },
    remove(connection: Connection): void {
      if (!all.delete(connection)) return;
      const { id } = connection.actor;
      const own = byPlayer.get(id);
      own?.delete(connection);
      if (own?.size !== 0) return;
      byPlayer.delete(id);
      onLast(id);
    },
    sendTo: (connection: Connection, event: LiveEvent) => send(connection, JSON.stringify(event)),
    /** Sends an event to the connections of these players, or to those of them that match. */
    sendToPlayers(playerIds: string[], event: LiveEvent, matches: (connection: Connection) => boolean = () => true): void {
      const text = JSON.stringify(event);
      for (const playerId of playerIds)
        for (const connection of byPlayer.get(playerId) ?? []) if (matches(connection)) send(connection, text);
    },
    /** Sends an event to moderators and operators. */
    sendToTeam(event: LiveEvent): void {
      const text = JSON.stringify(event);
      for (const connection of all) if (isTeamRole(connection.actor.role)) send(connection, text);
    },
    sendToAll(event: LiveEvent): void {
      const text = JSON.stringify(event);
      for (const connection of all) send(connection, text);
    },
  };
}

function send({ socket }: Connection, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > UNSENT_BYTES_MAX) return socket.terminate();
  socket.send(text);
}

/**
 * Sends every connection a ping and a heartbeat, together in one packet, and terminates those that do not answer. Many connections get theirs
 * one group after the other: pages are served in between, and the phones do not all answer at once.
 */
export function pingAll(connections: Connections, timers: Timers): void {
  const all = [...connections.all];
  const pingGroup = (from: number) => {
    const group = all.slice(from, from + PING_GROUP_SIZE);
    for (const connection of group) ping(connection);
    timers.after(TIMES.pongMs, () => {
      for (const { isAlive, socket } of group) if (!isAlive) socket.terminate();
    });
    if (from + PING_GROUP_SIZE < all.length) timers.after(TIMES.nextGroupMs, () => pingGroup(from + PING_GROUP_SIZE));
  };
  pingGroup(0);
}

function ping(connection: Connection): void {
  const { socket, stream } = connection;
  if (socket.readyState !== socket.OPEN) return;
  connection.isAlive = false;
  connection.messageCount = 0;
  stream.cork();
  socket.ping();
  send(connection, HEARTBEAT);
  stream.uncork();
}
