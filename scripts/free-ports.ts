import net from 'node:net';

// Below the ports that Linux and macOS give to outgoing connections (32,768 and 49,152 up): a connection that some
// program opens between our look and the server's start cannot take one of these.
const FIRST = 20_000;
const LAST = 32_000;

/** Ports next to each other that nothing listens on, on this machine's loopback, and that no outgoing connection takes. */
export async function freePorts(count: number): Promise<number[]> {
  for (let tries = 0; tries < 200; tries++) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - count));
    const ports = Array.from({ length: count }, (_, i) => first + i);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
  throw new Error(`No ${count} free ports in a row between ${FIRST} and ${LAST}`);
}

/** As `freePorts`, one. */
export async function freePort(): Promise<number> {
  return (await freePorts(1))[0] as number;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    // As the servers do: all addresses, both families.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
