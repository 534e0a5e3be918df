import fs from 'node:fs/promises';

/**
 * Finds which of several processes that listen on one port has a connection (Linux).
 * @param port where they listen
 * @param clientPort the port of the connection's other end, which may have connections to other ports at the same time
 * @param pids the processes
 * @returns the process; null while none has it
 */
export async function findSocketOwner(port: number, clientPort: number | undefined, pids: number[]): Promise<number | null> {
  const toHex = (of: number) => `:${of.toString(16).toUpperCase().padStart(4, '0')}`;
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => fs.readFile(`/proc/net/${name}`, 'utf8').catch(() => '')));
  // Fields: number, local address, remote address, state, queues, timer, retransmits, uid, timeout, inode.
  const fields = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)));
  const inode = fields.find((line) => line[1]?.endsWith(toHex(port)) && line[2]?.endsWith(toHex(clientPort ?? 0)))?.[9];
  if (inode === undefined) return null;
  for (const pid of pids) {
    const files = await fs.readdir(`/proc/${pid}/fd`).catch(() => []);
    const targets = await Promise.all(files.map((file) => fs.readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
    if (targets.includes(`socket:[${inode}]`)) return pid;
  }
  return null;
}
