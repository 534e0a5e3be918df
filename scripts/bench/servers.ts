import http from 'node:http';
import net from 'node:net';

/** Waits until an address answers 200. */
export async function untilUp(url: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const ok = await new Promise((resolve) => {
      http.get(url, (res) => resolve(res.resume().statusCode === 200)).on('error', () => resolve(false));
    });
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not come up`);
}

/** Ports that nothing listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<net.Server>((resolve) => {
          const server = net.createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}
