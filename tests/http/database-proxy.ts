import net from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';

export type DatabaseProxy = {
  /** The database's URL, by way of this proxy. */
  url: string;
  /** Ends all connections and takes no more, as a database that stopped. */
  stop(): Promise<void>;
  /** Nothing comes over the open connections any more, and nobody is told: the network lost them. New ones work. */
  lose(): void;
  start(): Promise<void>;
};

/** Stands between one site and the database server of all tests, which must not stop. @param url of the database */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const { hostname, port: databasePort } = new URL(url);
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = net.connect(Number(databasePort), hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  // One that the system chose could be somebody else's after a stop.
  const port = await freePort();
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen();
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  onTestFinished(() => (server.listening ? stop() : undefined));
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${port}`;
  const lose = () => {
    for (const socket of open) socket.unpipe().pause();
  };
  return { url: proxied.href, stop, lose, start: listen };
}
