import cluster, { type ClusterSettings, type Worker } from 'node:cluster';
import fs from 'node:fs';
import path from 'node:path';

/** What the cluster hands to a process: an accepted connection. */
type ConnectionHandle = { close(...args: unknown[]): unknown };

/**
 * Starts a process that shares its ports with others of this one.
 * @param script its path is looked up now
 * @param env added to the environment of this process
 */
export function forkProcess(script: string, env: Record<string, string>): Worker {
  // `execPath` goes to child_process.fork, as all of these settings do.
  cluster.setupPrimary({ exec: script, execPath: findNode(script) } as ClusterSettings);
  const worker = cluster.fork(env);
  endUntakenConnections(worker);
  return worker;
}

/** The Node of the folder to which the script leads now: that of this process may be an older one, or gone. */
function findNode(script: string): string {
  const own = path.resolve(fs.realpathSync(script), '../../node_modules/node/bin/node');
  return fs.existsSync(own) ? own : process.execPath;
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
