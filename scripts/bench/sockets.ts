import type { Socket } from 'node:net';
import { WebSocket } from 'ws';

/** One IP address may open 2,000 connections; the test's machine has many addresses. */
const SOCKETS_PER_ADDRESS = 1_000;
const AT_ONCE = 100;

/** The TCP connections under the WebSockets. */
const tcpSockets = new WeakMap<WebSocket, Socket>();

/** Opens WebSockets from as many IP addresses as needed, a batch at a time. @param header returns the extra headers of each handshake */
export async function openSockets(
  url: string,
  count: number,
  { first = 0, header = () => ({}) }: { first?: number; header?: (i: number) => Record<string, string> } = {},
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => {
      const localAddress = `127.0.0.${2 + Math.floor((first + from + i) / SOCKETS_PER_ADDRESS)}`;
      return new WebSocket(url, { headers: header(from + i), localAddress });
    });
    await Promise.all(
      some.map(
        (socket) =>
          new Promise<void>((resolve, reject) => {
            socket.once('upgrade', (response) => tcpSockets.set(socket, response.socket));
            socket.once('open', resolve);
            socket.once('error', reject);
          }),
      ),
    );
    sockets.push(...some);
  }
  return sockets;
}

/** The TCP connection under a WebSocket that openSockets opened. */
export function getTcpSocket(socket: WebSocket): Socket {
  const tcpSocket = tcpSockets.get(socket);
  if (!tcpSocket) throw new Error('this socket was not opened here');
  return tcpSocket;
}
