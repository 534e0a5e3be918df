import http from 'node:http';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.server.ts';
import { DRAIN_MS, OPEN_RESPONSES_MS, type ShutdownStep } from '../infra/processes/shutdown.ts';
import { StartError } from '../infra/start-error.ts';
import { findStranger } from './demo-guard.ts';
import type { Health } from './health.ts';
import { isLiveRequest } from './live/handshake.ts';

/** A port: until it serves, only health checks are answered, and everything else is told to come back. */
type Port = {
  server: http.Server;
  /** What it answers once it serves. */
  prepare(listener: http.RequestListener): void;
};

/** The ports of a process's roles. */
export type Ports = {
  site: Port | null;
  games: Port | null;
  /** Opens them, if they are not open. @throws StartError */
  open(): Promise<void>;
  /** From now on they answer. */
  serve(): void;
};

/**
 * Creates the ports of this process's roles. A process that runs alone opens them before anything else: a start may take long, or wait for
 * another, and a supervisor must see meanwhile that the process lives.
 */
export function createPorts(config: Config, health: Health, shutdownSteps: ShutdownStep[]): Ports {
  const isWeb = config.roles.includes('web');
  const created: { server: http.Server; port: number; setting: string; serve(): void }[] = [];
  const create = (port: number, setting: string, first: http.RequestListener): Port => {
    let current = first;
    let prepared = first;
    let isLeaving = false;
    let openResponses = 0;
    const allSent = Promise.withResolvers<void>();
    const shouldUpgradeCallback = (req: http.IncomingMessage): boolean =>
      server.listenerCount('upgrade') > 0 && isLiveRequest(req) && findStranger(config, req) === null;
    const listener = health.before((req, res) => current(req, res));
    const server = http.createServer({ ...SERVER_LIMITS, shouldUpgradeCallback }, (req, res) => {
      // What else comes over this connection would come to a process that ends.
      if (isLeaving) res.setHeader('connection', 'close');
      openResponses++;
      res.once('close', () => {
        openResponses--;
        if (isLeaving && openResponses === 0) allSent.resolve();
      });
      listener(req, res);
    });
    const leave = async () => {
      isLeaving = true;
      // http.Server's own method would also end idle connections, over which a request may be on its way.
      net.Server.prototype.close.call(server);
      // A game that goes to a slow phone is sent to its end.
      if (openResponses > 0) await Promise.race([allSent.promise, delay(OPEN_RESPONSES_MS, undefined, { ref: false })]);
    };
    const serve = () => {
      current = prepared;
      shutdownSteps.push({ first: true, run: async ({ isReplaced }) => (isReplaced ? leave() : undefined) });
    };
    created.push({ server, port, setting, serve });
    return { server, prepare: (to) => void (prepared = to) };
  };
  if (config.healthPort !== null) create(config.healthPort, 'HEALTH_PORT', NOTHING_HERE);
  const games = isWeb ? create(config.gamesPort, 'GAMES_PORT', STARTING) : null;
  const site = isWeb || config.roles.includes('live') ? create(config.port, 'PORT', STARTING) : null;
  let isOpen = false;
  return {
    games,
    site,
    async open() {
      if (isOpen) return;
      isOpen = true;
      for (const { server, port, setting } of created) shutdownSteps.push(await listen(server, port, config, setting));
    },
    serve: () => created.forEach((each) => each.serve()),
  };
}

const STARTING: http.RequestListener = (_, res) =>
  res
    .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' })
    .end('Kiddo is starting. Wait a moment, then try again.');

/** Answers on a port that has nothing but health checks and live connections. */
export const NOTHING_HERE: http.RequestListener = (_, res) => res.writeHead(404).end();

const SERVER_LIMITS: http.ServerOptions = {
  // For health checks; `health.before` asks for it everywhere else.
  requireHostHeader: false,
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32 * 1024,
};

async function listen(server: http.Server, port: number, config: Config, setting: string): Promise<ShutdownStep> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = listenErrorMessage(error.code, port, config, setting);
      reject(message === null ? error : new StartError(message));
    });
    server.listen(port, config.host, resolve);
  });
  return {
    run: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
      }),
  };
}

function listenErrorMessage(code: string | undefined, port: number, config: Config, setting: string): string | null {
  if (code === 'EACCES') return `Port ${port} may not be used by this account. Choose one above 1023 with ${setting}=...`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program, perhaps by another Kiddo. Stop it, or choose another port with ${setting}=...`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${config.host}. Choose another with HOST=...`;
  return null;
}
