import type { AppContext } from '../../context.server.ts';
import { countUnreadOfEach } from '../../features/notifications/service.server.ts';
import type { Identity } from './connections.ts';

type Player = Identity['actor'];

const BATCH_SIZE = 500;

/**
 * Counts players' unread notifications. Whoever is asked for during a count is part of the next one, together with all others: many events,
 * and thousands of tabs that come back at once, cause few queries, and a count always follows the last event.
 */
export function createUnreadCounter(ctx: AppContext, onCount: (playerId: string, unread: number) => void): (player: Player) => void {
  const waiting = new Map<string, Player>();
  let isRunning = false;
  const count = async (players: Player[]) => {
    for (const [playerId, unread] of await countUnreadOfEach(ctx, players)) onCount(playerId, unread);
  };
  const run = async () => {
    isRunning = true;
    while (waiting.size > 0) {
      const players = [...waiting.values()].slice(0, BATCH_SIZE);
      for (const { id } of players) waiting.delete(id);
      await count(players).catch((error: unknown) => ctx.log.warn({ err: error }, 'unread notifications were not counted'));
    }
    isRunning = false;
  };
  return (player) => {
    waiting.set(player.id, player);
    if (!isRunning) void run();
  };
}
