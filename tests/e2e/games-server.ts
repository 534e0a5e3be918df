import dgram from 'node:dgram';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

/** A games' origin with pages of a test's own. */
export type GamesServer = { origin: string; close(): Promise<void> };

/** What a request gets: a page, or another answer. */
export type Answer = string | { status?: number; type?: string; body?: string; headers?: Record<string, string> };

/** Serves these answers by path; a path that is not there is a 404. */
export async function serveGames(answers: Record<string, Answer>): Promise<GamesServer> {
  const server = http.createServer((request, response) => {
    const found = answers[new URL(request.url ?? '/', 'http://localhost').pathname];
    const {
      status = 200,
      type = 'text/html',
      body = '',
      headers = {},
    } = typeof found === 'string' ? { body: found } : (found ?? { status: 404 });
    response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Another server on this machine, which counts what reaches it: connections, and packets. */
export async function listenToAll(): Promise<{ port: number; udpPort: number; arrived: Set<string>; close(): void }> {
  const arrived = new Set<string>();
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (data: Buffer) => {
      arrived.add(/^\w+ (\S+)/.exec(data.toString('latin1'))?.[1] ?? 'something');
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  const packets = dgram.createSocket('udp4', () => arrived.add('a packet'));
  await Promise.all([
    new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => packets.bind(0, '127.0.0.1', resolve)),
  ]);
  return {
    port: (server.address() as AddressInfo).port,
    udpPort: packets.address().port,
    arrived,
    close() {
      server.close();
      packets.close();
    },
  };
}
