import type { AppContext } from '../../context.server.ts';
import { setPresence } from '../../features/friends/service.server.ts';
import { TIMES, type Timers } from './timing.ts';

const BATCH_SIZE = 500;

/**
 * Notifies friends when a player comes online, and, unless they return soon or have a tab at another process, when they go offline. A page
 * reload is not noticed.
 */
export function createPresenceNotifier(ctx: AppContext, timers: Timers) {
  const queue = createPresenceQueue(ctx);
  // Players whose last connection has closed, each with the function that cancels going offline.
  const leaving = new Map<string, () => void>();
  let isStopped = false;
  const forget = (playerId: string) => {
    leaving.delete(playerId);
    ctx.bus.unfollow(playerId);
  };
  return {
    notify: queue,
    /** @param isMoved from another process: friends see them as online already */
    connected(playerId: string, isMoved: boolean): void {
      const cancel = leaving.get(playerId);
      cancel?.();
      leaving.delete(playerId);
      // Until they are offline: another process may say that they are still connected there.
      if (cancel === undefined) void ctx.bus.follow(playerId);
      if (cancel === undefined && !isMoved) queue(playerId, true);
    },
    disconnected(playerId: string): void {
      if (isStopped) return;
      const cancel = timers.after(TIMES.offlineDelayMs, () => {
        forget(playerId);
        queue(playerId, false);
      });
      leaving.set(playerId, cancel);
      // Whoever has a connection of theirs answers within the delay.
      ctx.bus.publish({ kind: 'last-connection-closed', playerId });
    },
    /** Tells the process that lost the player's last connection that they have one here. */
    confirm(playerId: string): void {
      ctx.bus.publish({ kind: 'still-connected', playerId });
    },
    /** Another process has a connection of the player: it says when they go offline. */
    stay(playerId: string): void {
      leaving.get(playerId)?.();
      if (leaving.has(playerId)) forget(playerId);
    },
    /** Stopping does not set players offline, because they reconnect to another process. */
    stop(): void {
      isStopped = true;
      for (const cancel of leaving.values()) cancel();
    },
  };
}

/**
 * Collects players while the previous batch is written, so that a reconnect of all players after a restart takes few statements. Only the
 * latest state of each player is written.
 */
function createPresenceQueue(ctx: AppContext): (playerId: string, online: boolean) => void {
  const pending = new Map<string, boolean>();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (pending.size > 0) {
      const batch = [...pending].slice(0, BATCH_SIZE);
      for (const [playerId] of batch) pending.delete(playerId);
      for (const online of [true, false]) {
        const playerIds = batch.flatMap(([playerId, isOnline]) => (isOnline === online ? [playerId] : []));
        if (playerIds.length > 0) await setPresence(ctx, playerIds, online).catch(logFailure);
      }
    }
    isRunning = false;
  };
  const logFailure = (error: unknown) => ctx.log.warn({ err: error }, 'friends were not notified of presence');
  return (playerId, online) => {
    pending.set(playerId, online);
    if (!isRunning) void run();
  };
}
