import net from 'node:net';

// Below the ports that Linux and macOS use for outgoing connections (from 32,768 and 49,152): so no outgoing connection can take one of
// these between our check and the server's start.
const FIRST = 20_000;
const LAST = 32_000;

/**
 * Consecutive ports on this machine that nothing listens on and that no outgoing connection uses. On Linux they are given to nobody else while
 * this process lives: a server may open its port much later, and one that is started again has closed it for a while.
 */
export async function freePorts(count: number): Promise<number[]> {
  for (let tries = 0; tries < 200; tries++) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - count));
    const ports = Array.from({ length: count }, (_, i) => first + i);
    const marks = await Promise.all(ports.map(takeMark));
    if (marks.every((mark) => mark !== null) && (await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
    for (const mark of marks) mark?.close();
  }
  throw new Error(`No ${count} free ports in a row between ${FIRST} and ${LAST}`);
}

/** One free port. */
export async function freePort(): Promise<number> {
  return (await freePorts(1))[0] as number;
}

/** Tells other processes that a port is given away, until it is closed or this process ends. @returns null if it was already */
function takeMark(port: number): Promise<net.Server | null> {
  return new Promise((resolve) => {
    const mark = net.createServer().unref();
    // A name that is no file exists on Linux alone; elsewhere nothing is told.
    if (process.platform !== 'linux') return resolve(mark);
    mark.once('error', () => resolve(null));
    mark.listen(`\0kiddo-port-${port}`, () => resolve(mark));
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
