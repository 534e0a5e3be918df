import cluster, { type Worker } from 'node:cluster';

/** What the cluster hands to a process: an accepted connection. */
type ConnectionHandle = { close(...args: unknown[]): unknown };

/**
 * Starts a process that shares its ports with others of this one.
 * @param script its path is looked up now
 * @param env added to the environment of this process
 */
export function forkProcess(script: string, env: Record<string, string>): Worker {
  cluster.setupPrimary({ exec: script });
  const worker = cluster.fork(env);
  endUntakenConnections(worker);
  return worker;
}

/**
 * Node hands a process one connection at a time and waits until it has taken it. If the process dies meanwhile, Node keeps the connection
 * open for ever, and the browser at its other end waits: this ends it, so that the browser tries again.
 */
function endUntakenConnections({ process: child }: Worker): void {
  const untaken = new Set<ConnectionHandle>();
  const send = child.send as (...args: unknown[]) => boolean;
  child.send = (...args: unknown[]) => {
    const handle = args[1] as ConnectionHandle | undefined;
    if (handle && (args[0] as { act?: string }).act === 'newconn') {
      untaken.add(handle);
      const close = handle.close;
      handle.close = (...closing) => {
        untaken.delete(handle);
        return close.apply(handle, closing);
      };
    }
    return send.apply(child, args);
  };
  child.once('exit', () => {
    for (const handle of untaken) handle.close();
  });
}
