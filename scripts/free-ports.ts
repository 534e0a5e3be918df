import net from 'node:net';

// Below the ports that Linux and macOS use for outgoing connections (from 32,768 and 49,152): so no outgoing connection can take one of
// these between our check and the server's start.
const FIRST = 20_000;
const LAST = 32_000;

/**
 * Consecutive ports on this machine that nothing listens on and that no outgoing connection uses. On Linux they stay reserved
 * while this process lives: a server may open its port much later, and one that is started again has closed it for a while.
 */
export async function freePorts(count: number): Promise<number[]> {
  for (let tries = 0; tries < 200; tries++) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - count));
    const ports = Array.from({ length: count }, (_, i) => first + i);
    const reservations = await Promise.all(ports.map(reserve));
    if (reservations.every((reservation) => reservation !== null) && (await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
    for (const reservation of reservations) reservation?.close();
  }
  throw new Error(`No ${count} free ports in a row between ${FIRST} and ${LAST}`);
}

/** One free port. */
export async function freePort(): Promise<number> {
  return (await freePorts(1))[0] as number;
}

/**
 * Reserves a port among the processes that ask here, by an abstract Unix socket, which exists on Linux alone: elsewhere nothing is reserved.
 * @returns the reservation, which ends when it is closed or this process ends; null if another one has it
 */
function reserve(port: number): Promise<net.Server | null> {
  return new Promise((resolve) => {
    const reservation = net.createServer().unref();
    if (process.platform !== 'linux') return resolve(reservation);
    reservation.once('error', () => resolve(null));
    reservation.listen(`\0kiddo-port-${port}`, () => resolve(reservation));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    // Like the servers: all addresses, both IP versions.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
