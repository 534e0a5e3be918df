import type { AppContext } from '../context.server.ts';
import { recordPresence } from '../features/friends/service.server.ts';

/** Players who asked for something are noted together, so far apart, in milliseconds. */
const FLUSH_MS = 5_000;

/** Notes that players are here by the requests they make: what tells it while the live connection is down. */
export function createPresenceTracker(ctx: AppContext): (playerId: string) => void {
  let seenIds = new Set<string>();
  const flush = () => {
    const playerIds = [...seenIds];
    seenIds = new Set();
    recordPresence(ctx, playerIds).catch((error: unknown) => ctx.log.warn({ err: error }, 'who is here was not noted'));
  };
  return (playerId) => {
    if (seenIds.size === 0) setTimeout(flush, FLUSH_MS).unref();
    seenIds.add(playerId);
  };
}
