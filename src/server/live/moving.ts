import type { StopRequest } from '../../infra/processes/shutdown.ts';
import type { Connection, Connections } from './connections.ts';

/** When tabs move, as shares of the time until this process ends. A replaced process takes no new connections, so they may go at once. */
const WINDOW_REPLACED = [0, 0.7] as const;
/** A balancer needs some seconds to notice that this process is not ready: who moves before would come back to it. */
const WINDOW_STOPPED = [0.5, 0.9] as const;

/** Tells the tabs of a process that is about to end when to move to another one. */
export function createMoving(connections: Connections) {
  let from = 0;
  let to: number | null = null;
  const tell = (connection: Connection, end: number) => {
    const now = performance.now();
    const earliest = Math.max(0, from - now);
    const afterMs = Math.round(earliest + Math.random() * Math.max(0, end - now - earliest));
    connections.sendTo(connection, { kind: 'move', afterMs });
  };
  return {
    leave({ seconds, isReplaced }: StopRequest): void {
      if (seconds === 0) return;
      const [first, last] = isReplaced ? WINDOW_REPLACED : WINDOW_STOPPED;
      const now = performance.now();
      from = now + first * seconds * 1000;
      to = now + last * seconds * 1000;
      for (const connection of connections.all) tell(connection, to);
    },
    isLeaving: () => to !== null,
    /** A new connection of a page that was loaded here meanwhile. */
    added(connection: Connection): void {
      if (to !== null) tell(connection, to);
    },
  };
}
