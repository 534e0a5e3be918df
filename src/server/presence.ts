import type { AppContext } from '../context.server.ts';
import { recordPresence } from '../features/friends/service.server.ts';

/** Milliseconds between writes; the players of all requests in between are written together. */
const FLUSH_MS = 5_000;

/** Records players as online by the requests they make. This keeps presence up to date while the live connection is down. */
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
