import net from 'node:net';

// Below the ports that Linux and macOS use for outgoing connections (from 32,768 and 49,152): so no outgoing connection can take one of
// these between our check and the server's start.
const FIRST = 20_000;
const LAST = 32_000;

/** Consecutive ports on this machine that nothing listens on and that no outgoing connection uses. */
export async function freePorts(count: number): Promise<number[]> {
  for (let tries = 0; tries < 200; tries++) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - count));
    const ports = Array.from({ length: count }, (_, i) => first + i);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
  throw new Error(`No ${count} free ports in a row between ${FIRST} and ${LAST}`);
}

/** One free port. */
export async function freePort(): Promise<number> {
  return (await freePorts(1))[0] as number;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    // Like the servers: all addresses, both IP versions.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
