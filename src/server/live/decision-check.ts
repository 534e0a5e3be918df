import type { AppContext } from '../../context.server.ts';
import { listRecentDecisions } from '../../features/guardians/decisions/service.server.ts';
import type { Connections } from './connections.ts';
import { TIMES } from './timing.ts';

/** Decisions that are this old, in milliseconds, are found once more: the clocks of machines differ, and a transaction takes its time. */
const OVERLAP_MS = 3 * TIMES.decisionsMs;

/**
 * Tells open tabs what a guardian decided for their player, although the bus did not: it is the database that knows, so a consent that is taken
 * back does not wait until the bus is there again.
 */
export function createDecisionCheck(ctx: AppContext, connections: Connections) {
  let sent = new Set<string>();
  const tell = async () => {
    const decisions = await listRecentDecisions(ctx, new Date(ctx.now().getTime() - OVERLAP_MS));
    const isNew = decisions.filter(({ id }) => !sent.has(id));
    sent = new Set(decisions.map(({ id }) => id));
    connections.sendToPlayers([...new Set(isNew.map(({ playerId }) => playerId))], { kind: 'rights' });
  };
  return {
    check(): void {
      if (connections.all.size === 0) return;
      tell().catch((error: unknown) => ctx.log.warn({ err: error }, 'what guardians decided was not looked up'));
    },
  };
}
