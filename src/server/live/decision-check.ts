import type { AppContext } from '../../context.server.ts';
import { listRecentDecisions } from '../../features/guardians/decisions/service.server.ts';
import type { Connections } from './connections.ts';
import { TIMES } from './timing.ts';

/** Decisions that are this old, in milliseconds, are found once more: the clocks of machines differ, and a transaction takes its time. */
const OVERLAP_MS = 3 * TIMES.decisionsMs;

/**
 * Tells open tabs what a guardian decided for their player, although the bus did not: it is the database that knows, so a consent that is taken
 * back does not wait until the bus is there again. What could not be looked up is looked up the next time.
 */
export function createDecisionCheck(ctx: AppContext, connections: Connections) {
  let sent = new Set<string>();
  let lookedAt = ctx.now().getTime();
  const tell = async () => {
    const now = ctx.now().getTime();
    const decisions = await listRecentDecisions(ctx, new Date(lookedAt - OVERLAP_MS));
    lookedAt = now;
    const isNew = decisions.filter(({ id }) => !sent.has(id));
    sent = new Set(decisions.map(({ id }) => id));
    connections.sendToPlayers([...new Set(isNew.map(({ playerId }) => playerId))], { kind: 'rights' });
  };
  return {
    check(): void {
      // Nobody is there to be told, and whoever comes loads a page that is true.
      if (connections.all.size === 0) lookedAt = ctx.now().getTime();
      else tell().catch((error: unknown) => ctx.log.warn({ err: error }, 'what guardians decided was not looked up'));
    },
  };
}
