import type { AppContext } from '../../context.server.ts';
import { countUnreadOfEach } from '../../features/notifications/service.server.ts';
import type { Identity } from './connections.ts';
import { TIMES, type Timers } from './timing.ts';

type Player = Identity['actor'];

const BATCH_SIZE = 500;

/**
 * Counts players' unread notifications. Whoever is asked for during a count is part of the next one, together with all others: many events,
 * and thousands of tabs that come back at once, cause few queries, and a count always follows the last event. A count that failed is tried once
 * more.
 */
export function createUnreadCounter(
  ctx: AppContext,
  timers: Timers,
  onCount: (playerId: string, unread: number) => void,
): (player: Player) => void {
  const waiting = new Map<string, Player>();
  /** Whose last count failed, and who are counted once more. */
  const repeated = new Set<string>();
  let isRunning = false;
  const count = async (players: Player[]) => {
    for (const [playerId, unread] of await countUnreadOfEach(ctx, players)) onCount(playerId, unread);
    for (const { id } of players) repeated.delete(id);
  };
  const repeat = (players: Player[]) => {
    const again = players.filter(({ id }) => !repeated.delete(id));
    for (const { id } of again) repeated.add(id);
    if (again.length > 0) timers.after(TIMES.recountMs, () => again.forEach(ask));
  };
  const run = async () => {
    isRunning = true;
    while (waiting.size > 0) {
      const players = [...waiting.values()].slice(0, BATCH_SIZE);
      for (const { id } of players) waiting.delete(id);
      await count(players).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'unread notifications were not counted');
        repeat(players);
      });
    }
    isRunning = false;
  };
  const ask = (player: Player) => {
    waiting.set(player.id, player);
    if (!isRunning) void run();
  };
  return ask;
}
