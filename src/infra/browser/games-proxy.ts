import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** The proxy of a browser. It reaches one origin and refuses everything else. */
export type GamesProxy = {
  port: number;
  /** How many bytes came from the origin since the proxy was started. */
  bytes(): number;
  close(): Promise<void>;
};

/**
 * Starts a proxy on this machine that leads to the games' origin alone.
 * @param gamesOrigin the only origin that may be asked for
 * @param gamesUrl where it is asked for
 */
export async function startGamesProxy(gamesOrigin: string, gamesUrl: string): Promise<GamesProxy> {
  const origin = new URL(gamesOrigin);
  const target = new URL(gamesUrl);
  const targetPort = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  const targetHost = target.hostname.replace(/^\[|\]$/g, '');
  let bytes = 0;
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Whoever is on the other side went away: both sides end.
    socket.on('error', () => socket.destroy());
  };

  // Without https, each request names its whole URL.
  const server = http.createServer((request, response) => {
    const url = URL.parse(request.url ?? '');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (url?.origin !== origin.origin || origin.protocol !== 'http:' || !isRead) {
      response.writeHead(403).end();
      return;
    }
    const { 'proxy-connection': _, ...headers } = request.headers;
    const asked = http.request(
      { host: targetHost, port: targetPort, method: request.method, path: `${url.pathname}${url.search}`, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.pipe(response);
      },
    );
    asked.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  // With https, it asks for a tunnel to a host, and only that host has the certificate for what is inside.
  server.on('connect', (request, socket) => {
    keep(socket);
    const port = origin.port || '443';
    if (origin.protocol !== 'https:' || request.url !== `${origin.hostname}:${port}`) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const tunnel = net.connect(targetPort, targetHost, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    keep(tunnel);
    tunnel.on('data', (chunk: Buffer) => (bytes += chunk.length));
    tunnel.on('close', () => socket.destroy());
    socket.on('close', () => tunnel.destroy());
  });
  server.on('connection', keep);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => bytes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
