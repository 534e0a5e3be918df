import type { AppContext } from '../../context.server.ts';
import { filterActiveSessions } from '../../features/accounts/sessions/service.server.ts';
import { CLOSE_CODES } from '../../shared/live-events.ts';
import type { Connection, Connections } from './connections.ts';
import { TIMES, type Timers } from './timing.ts';

/** Sessions that are looked up in one statement: pages are served between two. */
const BATCH_SIZE = 2_000;

/** Closes the connections of sessions that have ended. */
export function createSessionCheck(ctx: AppContext, connections: Connections, timers: Timers) {
  // A handshake in progress may still carry a session that has just ended, so ended sessions and players are kept for as long.
  const recentlyEnded = new Set<string>();
  const remember = (id: string) => {
    recentlyEnded.add(id);
    timers.after(TIMES.handshakeMs, () => recentlyEnded.delete(id));
  };
  const signOut = (matches: (connection: Connection) => boolean) => {
    for (const connection of connections.all) if (matches(connection)) connections.close(connection, CLOSE_CODES.signedOut);
  };
  /** Looks these sessions up and closes the connections of those that have ended. */
  const closeEnded = async (sessionHashes: string[]) => {
    const ended = new Set<string>();
    for (let from = 0; from < sessionHashes.length; from += BATCH_SIZE) {
      const checked = sessionHashes.slice(from, from + BATCH_SIZE);
      const valid = await filterActiveSessions(ctx, checked);
      for (const sessionHash of checked) if (!valid.has(sessionHash)) ended.add(sessionHash);
    }
    if (ended.size > 0) signOut(({ sessionHash }) => ended.has(sessionHash));
  };
  const logFailure = (error: unknown) => ctx.log.warn({ err: error }, 'sessions of live connections were not checked');
  let running: Promise<void> | null = null;
  /** Looks up all sessions in the database, unless that is still being done. */
  const check = () => {
    if (connections.all.size === 0) return;
    // Connections that are added during the queries are not part of their answers.
    running ??= closeEnded([...new Set([...connections.all].map(({ sessionHash }) => sessionHash))])
      .catch(logFailure)
      .finally(() => (running = null));
  };
  return {
    check,
    endSession(ended: string): void {
      remember(ended);
      signOut(({ sessionHash }) => sessionHash === ended);
    },
    endPlayer(playerId: string): void {
      remember(playerId);
      signOut(({ actor }) => actor.id === playerId);
    },
    /** Closes a new connection whose session ended during the handshake. @returns whether the connection stays */
    accept(connection: Connection): boolean {
      if (recentlyEnded.has(connection.sessionHash)) {
        connections.close(connection, CLOSE_CODES.signedOut);
        return false;
      }
      // It may be a newer session that is valid: only the database knows.
      if (recentlyEnded.has(connection.actor.id)) closeEnded([connection.sessionHash]).catch(logFailure);
      return true;
    },
  };
}
