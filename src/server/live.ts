import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AppContext } from '../context.server.ts';
import type { BusMessage } from '../infra/bus/bus.ts';
import { filterActiveSessions, authenticate } from '../features/accounts/sessions/service.server.ts';
import { recordPresence, setPresence } from '../features/friends/service.server.ts';
import { countUnread } from '../features/notifications/service.server.ts';
import { SHOWS_FRIENDS } from '../shared/line.ts';
import { can, type Actor } from '../shared/permissions.ts';
import { siteOrigins } from './headers.ts';
import { clientAddress } from './limits.ts';

/** What the browser is told. It carries figures only: what is to be shown is fetched by the page, with its own check. */
export type LiveEvent =
  | { kind: 'notification'; unread: number }
  | { kind: 'catalogue'; gameId: string }
  | { kind: 'look-again' }
  /** What this player paid for has changed. */
  | { kind: 'rights' }
  /** Something new in the conversation with this player, or this player is writing. */
  | { kind: 'chat' | 'typing'; from: string }
  /** An operator switched something. */
  | { kind: 'switched'; chat: boolean }
  /** This friend came or went. */
  | { kind: 'presence'; who: string; online: boolean }
  /** Nothing happened: the line is there. */
  | { kind: 'beat' };

const PATH = '/live';
/** The browser has next to nothing to say here: sends go over HTTP. */
const HEARD_BYTES_MAX = 256;
/** In the time between two looks at the sessions. */
const HEARD_MAX = 20;
/** One player's open tabs, and one address's: a school has one address for hundreds. */
const OF_PLAYER_MAX = 12;
const OF_ADDRESS_MAX = 2_000;
/** Handshakes of one address in a minute: a school's come all at once after a restart. */
const HANDSHAKES_MAX = 6_000;
/** A reader this far behind is not waited for: it connects anew and looks again. */
const BEHIND_BYTES_MAX = 64 * 1024;
/** How often, and for how long: tests let each of these pass. */
export const TIMES = {
  /** Between two pings: often enough to find a dead phone, seldom enough for metered data. */
  pingMs: 50_000,
  /** Between two looks whether the sessions still stand, should a message about it have been lost. */
  checkMs: 20_000,
  /** Gaps of the bus within this time are told as one. */
  gapMs: 2_000,
  /** Between two notes of who is here. */
  seenMs: 30_000,
  /** Who is back within this time was not away. */
  goneMs: 5_000,
  /** Letting somebody in takes no longer than this. */
  admitMs: 10_000,
  /** Who does not answer the goodbye within this time is hung up on. */
  goodbyeMs: 1_000,
};

/** Runs something after a time, or again and again; each gives a way to call it off. */
export type Timers = Record<'after' | 'every', (ms: number, run: () => void) => () => void>;
const PROCESS_TIMERS: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

const BEAT = JSON.stringify({ kind: 'beat' } satisfies LiveEvent);

/** Players whose coming and going is told in one go. */
const TOLD_AT_ONCE = 500;

const UNCHECKED = 'sessions of live connections were not checked';

/** Codes of the WebSocket protocol, 4000 and up our own. */
const CLOSE = { goingAway: 1001, signedOut: 4001, tooMany: 4002 };

type Client = {
  socket: WebSocket;
  actor: Extract<Actor, { kind: 'player' }>;
  session: string;
  alive: boolean;
  heard: number;
  /** The tab shows friends: it hears who comes and goes. */
  showsFriends: boolean;
};

/**
 * The socket of each open tab (`/live`): authenticated by the session's cookie, closed when that is over, told what
 * happened to its player. @param timers the process's own, or some that are moved by hand. @returns stop.
 */
export function attachLive(ctx: AppContext, server: Server, timers: Timers = PROCESS_TIMERS): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: HEARD_BYTES_MAX, perMessageDeflate: false, clientTracking: false });
  const clients = new Set<Client>();
  const ofPlayer = new Map<string, Set<Client>>();
  const doors = createDoors();

  // A tab that is loaded anew is away for a moment: nobody is told.
  const going = new Map<string, () => void>();
  let isStopping = false;
  // Gathered while the last ones are told, so that all who come back after a restart are few statements; of coming and going the
  // later one holds.
  const due = new Map<string, boolean>();
  let isTelling = false;
  const tellDue = async () => {
    isTelling = true;
    while (due.size > 0) {
      const now = [...due].slice(0, TOLD_AT_ONCE);
      for (const [playerId] of now) due.delete(playerId);
      for (const online of [true, false]) {
        const playerIds = now.flatMap(([playerId, is]) => (is === online ? [playerId] : []));
        if (playerIds.length > 0) await setPresence(ctx, playerIds, online).catch(untold);
      }
    }
    isTelling = false;
  };
  const untold = (error: unknown) => ctx.log.warn({ err: error }, 'friends were not told who is here');
  const tellFriends = (playerId: string, online: boolean) => {
    due.set(playerId, online);
    if (!isTelling) void tellDue();
  };
  const came = (playerId: string) => {
    const stay = going.get(playerId);
    stay?.();
    going.delete(playerId);
    if (stay === undefined) tellFriends(playerId, true);
  };
  const went = (playerId: string) => {
    if (isStopping) return;
    const tell = () => {
      going.delete(playerId);
      tellFriends(playerId, false);
    };
    going.set(playerId, timers.after(TIMES.goneMs, tell));
  };
  const add = (client: Client) => {
    clients.add(client);
    const own = ofPlayer.get(client.actor.id) ?? new Set();
    if (own.size === 0) came(client.actor.id);
    ofPlayer.set(client.actor.id, own.add(client));
    // The oldest tab makes room, whether it answers or not.
    const oldest = own.size > OF_PLAYER_MAX ? own.values().next().value : undefined;
    if (!oldest) return;
    own.delete(oldest);
    end(oldest, CLOSE.tooMany);
  };
  const remove = (client: Client) => {
    if (!clients.delete(client)) return;
    const own = ofPlayer.get(client.actor.id);
    own?.delete(client);
    if (own?.size !== 0) return;
    ofPlayer.delete(client.actor.id);
    went(client.actor.id);
  };
  const end = (client: Client, code: number) => {
    client.socket.close(code);
    timers.after(TIMES.goodbyeMs, () => client.socket.terminate());
  };
  const send = (client: Client, text: string) => {
    if (client.socket.readyState !== client.socket.OPEN) return;
    if (client.socket.bufferedAmount > BEHIND_BYTES_MAX) return client.socket.terminate();
    client.socket.send(text);
  };
  const sendAll = (event: LiveEvent) => {
    const text = JSON.stringify(event);
    for (const client of clients) send(client, text);
  };
  let cancelGap: (() => void) | undefined;
  const sendTo = (playerId: string, event: LiveEvent) => {
    const own = ofPlayer.get(playerId);
    if (!own) return;
    const text = JSON.stringify(event);
    for (const client of own) send(client, text);
  };
  const counting = createCounting(ctx, (playerId, unread) => {
    const text = JSON.stringify({ kind: 'notification', unread } satisfies LiveEvent);
    for (const client of ofPlayer.get(playerId) ?? []) send(client, text);
  });
  // Who is being let in while their session ends must not slip through.
  const ended = new Set<string>();
  const remember = (what: string) => {
    ended.add(what);
    timers.after(TIMES.admitMs, () => ended.delete(what));
  };
  const signOut = (which: (client: Client) => boolean) => {
    for (const client of clients) if (which(client)) end(client, CLOSE.signedOut);
  };
  const hear = (message: BusMessage) => {
    if (message.kind === 'notification') {
      for (const playerId of message.playerIds) {
        const one = ofPlayer.get(playerId)?.values().next().value;
        if (one) counting(one.actor);
      }
    } else if (message.kind === 'chat') {
      for (const playerId of message.playerIds)
        sendTo(playerId, { kind: 'chat', from: message.between[0] === playerId ? message.between[1] : message.between[0] });
    } else if (message.kind === 'rights') {
      sendTo(message.playerId, { kind: 'rights' });
    } else if (message.kind === 'typing') {
      sendTo(message.playerId, { kind: 'typing', from: message.from });
    } else if (message.kind === 'presence') {
      // Their tab at another process closed, and they have one here.
      if (!message.online && !message.isHidden && ofPlayer.has(message.who)) return tellFriends(message.who, true);
      const text = JSON.stringify({ kind: 'presence', who: message.who, online: message.online } satisfies LiveEvent);
      for (const playerId of message.playerIds)
        for (const client of ofPlayer.get(playerId) ?? []) if (client.showsFriends) send(client, text);
    } else if (message.kind === 'switched') {
      sendAll({ kind: 'switched', chat: message.chat });
    } else if (message.kind === 'signed-out') {
      remember(message.sessionHash);
      signOut((client) => client.session === message.sessionHash);
    } else if (message.kind === 'player-out') {
      remember(message.playerId);
      signOut((client) => client.actor.id === message.playerId);
    } else if (message.kind === 'catalogue') sendAll({ kind: 'catalogue', gameId: message.gameId });
    // Several gaps in a row are one.
    else
      cancelGap ??= timers.after(TIMES.gapMs, () => {
        cancelGap = undefined;
        sendAll({ kind: 'look-again' });
      });
  };
  const check = async () => {
    for (const client of clients) client.heard = 0;
    // Who comes while it is looked up is not meant.
    const asked = new Set([...clients].map((client) => client.session));
    const standing = await filterActiveSessions(ctx, [...asked]);
    signOut((client) => asked.has(client.session) && !standing.has(client.session));
  };

  const welcome = (socket: WebSocket, who: Pick<Client, 'actor' | 'session'>) => {
    const client: Client = { ...who, socket, alive: true, heard: 0, showsFriends: false };
    add(client);
    socket.on('pong', () => (client.alive = true));
    socket.on('message', (said) => {
      if (++client.heard > HEARD_MAX) socket.terminate();
      client.showsFriends = Buffer.isBuffer(said) && said.toString() === SHOWS_FRIENDS;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => remove(client));
    if (ended.has(client.session)) return end(client, CLOSE.signedOut);
    // A new session of a player whose sessions were all ended a moment ago is well: only the look into the database tells.
    if (ended.has(client.actor.id)) check().catch((error: unknown) => ctx.log.warn({ err: error }, UNCHECKED));
    // What happened since the page was made has been told to nobody.
    counting(client.actor);
  };

  const onUpgrade = (req: IncomingMessage, raw: Duplex, head: Buffer) => {
    raw.on('error', () => raw.destroy());
    if (!isLive(req)) return refuse(raw, 400);
    const address = clientAddress(ctx.config, req);
    if (!doors.enter(address)) return refuse(raw, 429);
    raw.once('close', () => doors.leave(address));
    admit(ctx, req)
      .then((who) => {
        if (typeof who !== 'number' && !raw.destroyed) return sockets.handleUpgrade(req, raw, head, (socket) => welcome(socket, who));
        refuse(raw, typeof who === 'number' ? who : 400);
      })
      .catch((error: unknown) => {
        ctx.log.error({ err: error }, 'a live connection was not opened');
        refuse(raw, 503);
      });
  };

  server.on('upgrade', onUpgrade);
  const unsubscribe = ctx.bus.subscribe(hear);
  const stopPinging = timers.every(TIMES.pingMs, () => {
    for (const client of clients) {
      if (!client.alive) {
        client.socket.terminate();
        continue;
      }
      client.alive = false;
      client.heard = 0;
      client.socket.ping();
      // A page does not see pings: by this it knows that its line is not dead.
      send(client, BEAT);
    }
  });
  const stopSeeing = timers.every(TIMES.seenMs, () => {
    recordPresence(ctx, [...ofPlayer.keys()]).catch((error: unknown) => ctx.log.warn({ err: error }, 'who is here was not noted'));
  });
  const stopChecking = timers.every(TIMES.checkMs, () => {
    if (clients.size > 0) check().catch((error: unknown) => ctx.log.warn({ err: error }, UNCHECKED));
  });

  return async () => {
    isStopping = true;
    stopPinging();
    stopChecking();
    stopSeeing();
    for (const stay of going.values()) stay();
    unsubscribe();
    server.off('upgrade', onUpgrade);
    cancelGap?.();
    for (const client of clients) end(client, CLOSE.goingAway);
    sockets.close();
  };
}

/** Whether a request asks for the live connection: any other wish to upgrade is passed over, as the protocol allows. */
export function isLive(req: IncomingMessage): boolean {
  return req.url?.split('?')[0] === PATH;
}

/** How many connections each address has, those that are still being let in too, and how many it asked for in this minute. */
function createDoors() {
  const inside = new Map<string, number>();
  let minute = 0;
  let asked = new Map<string, number>();
  return {
    enter(address: string): boolean {
      const now = Math.floor(performance.now() / 60_000);
      if (now !== minute) asked = new Map();
      minute = now;
      const [here, times] = [(inside.get(address) ?? 0) + 1, (asked.get(address) ?? 0) + 1];
      asked.set(address, times);
      if (here > OF_ADDRESS_MAX || times > HANDSHAKES_MAX) return false;
      inside.set(address, here);
      return true;
    },
    leave(address: string): void {
      const left = (inside.get(address) ?? 1) - 1;
      if (left > 0) inside.set(address, left);
      else inside.delete(address);
    },
  };
}

/** @returns who connects, or the status that refuses them. */
async function admit(ctx: AppContext, req: IncomingMessage): Promise<Pick<Client, 'actor' | 'session'> | number> {
  // Browsers always send it with a WebSocket, and pages of others can open one too.
  if (!siteOrigins(ctx.config).includes(req.headers.origin ?? '')) return 403;
  const present = await authenticate(ctx, req.headers.cookie ?? '');
  if (!present || present.actor.kind !== 'player' || !can(present.actor, 'live:open')) return 401;
  return { actor: present.actor, session: present.sessionHash };
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

function refuse(raw: Duplex, status: number): void {
  // Who does not hang up is hung up on.
  raw.once('finish', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Counts what is unread once for many events that come close together: the last one is always followed by a count. */
function createCounting(ctx: AppContext, tell: (playerId: string, unread: number) => void): (actor: Client['actor']) => void {
  const running = new Map<string, { again: boolean }>();
  const count = async (actor: Client['actor']) => {
    const state = { again: false };
    running.set(actor.id, state);
    try {
      do {
        state.again = false;
        tell(actor.id, await countUnread(ctx, actor));
      } while (state.again);
    } catch (error) {
      ctx.log.warn({ err: error }, 'unread notifications were not counted');
    } finally {
      running.delete(actor.id);
    }
  };
  return (actor) => {
    const state = running.get(actor.id);
    if (state) state.again = true;
    else void count(actor);
  };
}
