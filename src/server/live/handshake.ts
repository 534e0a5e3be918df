import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AppContext } from '../../context.server.ts';
import { authenticate, readSessionToken } from '../../features/accounts/sessions/service.server.ts';
import { MOVED_QUERY } from '../../shared/live-events.ts';
import { can } from '../../shared/permissions.ts';
import { siteOrigins } from '../headers.ts';
import { clientAddress } from '../limits.ts';
import { createConnectionLimiter } from './connection-limiter.ts';
import type { Identity } from './connections.ts';
import { createHandshakeQueue } from './handshake-queue.ts';
import type { Timers } from './timing.ts';

const PATH = '/live';
/** Browsers send next to nothing here: their requests go over HTTP. */
const MESSAGE_BYTES_MAX = 256;
/**
 * So many sessions are looked up at once. When thousands of tabs come back after a restart, the others wait here, and not before pages in the
 * queue of the database's connections.
 */
const LOOKUPS_MAX = 4;
/** So many wait for that; the tabs of others try again a little later. */
const WAITING_MAX = 5_000;

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** Whether a request asks for a live connection. Other upgrades are ignored, which the protocol allows. */
export function isLiveRequest(req: IncomingMessage): boolean {
  return req.url?.split('?')[0] === PATH;
}

type HandshakeOptions = {
  /** Receives each accepted socket. */
  onConnect(socket: WebSocket, stream: Duplex, identity: Identity): void;
  /** Whether this process is about to end. */
  isLeaving(): boolean;
  timers: Timers;
};

/** Creates the handler of the server's 'upgrade' event. It accepts the sessions of players, from our own pages. */
export function createHandshake(ctx: AppContext, { onConnect, isLeaving, timers }: HandshakeOptions) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX, perMessageDeflate: false, clientTracking: false });
  const limiter = createConnectionLimiter((max) =>
    ctx.logSecurity('excess_rate_limit_exceeded', ['visitor', max], { limit: 'live-connections' }),
  );
  const turns = createHandshakeQueue(LOOKUPS_MAX, WAITING_MAX, timers);
  /** @returns the identity of the player who connects, or the HTTP status of the refusal */
  const identify = async (req: IncomingMessage, raw: Duplex, address: string): Promise<Omit<Identity, 'isMoved'> | number> => {
    const endTurn = await turns.enter(address, raw);
    if (!endTurn) return 503;
    try {
      const present = await authenticate(ctx, req.headers.cookie ?? '');
      if (!present || present.actor.kind !== 'player' || !can(present.actor, 'live:open')) return 401;
      return { actor: present.actor, sessionHash: present.sessionHash };
    } finally {
      endTurn();
    }
  };
  return {
    onUpgrade(req: IncomingMessage, raw: Duplex, head: Buffer): void {
      raw.on('error', () => raw.destroy());
      if (!isLiveRequest(req)) return refuse(raw, 400);
      const isMoved = req.url?.endsWith(MOVED_QUERY) === true;
      // A tab that left a process for another one would have to move again.
      if (isMoved && isLeaving()) return refuse(raw, 503);
      const address = clientAddress(ctx.config, req);
      if (!limiter.acquire(address)) return refuse(raw, 429);
      raw.once('close', () => limiter.release(address));
      const reason = checkHeaders(ctx, req);
      if (reason !== null) return refuse(raw, reason);
      const stopWatching = closeWithOtherEnd(raw);
      identify(req, raw, address)
        .then(async (identity) => {
          if (raw.destroyed) return;
          if (typeof identity === 'number') return refuse(raw, identity);
          // Before the tab is greeted: what happens from that moment on reaches it.
          const { id } = identity.actor;
          raw.once('close', () => ctx.bus.unfollow(id));
          await ctx.bus.follow(id);
          if (raw.destroyed) return;
          stopWatching();
          sockets.handleUpgrade(req, raw, head, (socket) => onConnect(socket, raw, { ...identity, isMoved }));
        })
        .catch((error: unknown) => {
          ctx.log.error({ err: error }, 'a live connection was not opened');
          refuse(raw, 503);
        });
    },
    close: () => sockets.close(),
  };
}

/** What can be refused without looking anything up. @returns the HTTP status of the refusal, or null */
function checkHeaders(ctx: AppContext, req: IncomingMessage): number | null {
  // Pages of other sites can open WebSockets with our cookies; browsers always send the Origin with these.
  if (!siteOrigins(ctx.config).includes(req.headers.origin ?? '')) {
    ctx.logSecurity('malicious_cors', []);
    return 403;
  }
  return readSessionToken(ctx, req.headers.cookie ?? '') === null ? 401 : null;
}

/**
 * Closes an upgraded connection when its other end does, which Node leaves to whoever has it, and when anything is sent before the answer,
 * which the protocol forbids. @returns a function that stops that
 */
function closeWithOtherEnd(raw: Duplex): () => void {
  const close = () => raw.destroy();
  // Only who reads learns of the end.
  raw.on('data', close);
  raw.on('end', close);
  return () => {
    raw.off('data', close);
    raw.off('end', close);
  };
}

function refuse(raw: Duplex, status: number): void {
  // The other end may never close.
  raw.once('finish', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
