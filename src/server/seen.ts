import type { Context } from '../context.server.ts';
import { notePresent } from '../features/friends/service.server.ts';

/** Players who asked for something are noted together, so far apart, in milliseconds. */
const GATHER_MS = 5_000;

/** Notes that players are here by the requests they make: what tells it while the live connection is down. */
export function createSeen(ctx: Context): (playerId: string) => void {
  let seen = new Set<string>();
  const note = () => {
    const playerIds = [...seen];
    seen = new Set();
    notePresent(ctx, playerIds).catch((error: unknown) => ctx.log.warn({ err: error }, 'who is here was not noted'));
  };
  return (playerId) => {
    if (seen.size === 0) setTimeout(note, GATHER_MS).unref();
    seen.add(playerId);
  };
}
