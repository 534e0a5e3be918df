import type { AppContext } from '../../context.server.ts';
import { filterActiveSessions } from '../../features/accounts/sessions/service.server.ts';
import { CLOSE_CODES } from '../../shared/live-events.ts';
import type { Connection, Connections } from './connections.ts';
import { TIMES, type Timers } from './timing.ts';

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
  const closeInvalid = async () => {
    // Connections that are added during the query are not part of its answer.
    const checked = new Set([...connections.all].map(({ sessionHash }) => sessionHash));
    const valid = await filterActiveSessions(ctx, [...checked]);
    signOut(({ sessionHash }) => checked.has(sessionHash) && !valid.has(sessionHash));
  };
  /** Looks up all sessions in the database. */
  const check = () => {
    if (connections.all.size === 0) return;
    closeInvalid().catch((error: unknown) => ctx.log.warn({ err: error }, 'sessions of live connections were not checked'));
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
      if (recentlyEnded.has(connection.actor.id)) check();
      return true;
    },
  };
}
