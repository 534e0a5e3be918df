import type { AppContext } from '../../context.server.ts';
import { countUnread } from '../../features/notifications/service.server.ts';
import type { Identity } from './connections.ts';

type Player = Identity['actor'];

/**
 * Counts a player's unread notifications. Calls during a count share the next one, so that many events at once cause few queries, and a
 * count always follows the last event.
 */
export function createUnreadCounter(ctx: AppContext, onCount: (playerId: string, unread: number) => void): (player: Player) => void {
  const running = new Map<string, { isOutdated: boolean }>();
  const count = async (player: Player) => {
    const state = { isOutdated: false };
    running.set(player.id, state);
    try {
      do {
        state.isOutdated = false;
        onCount(player.id, await countUnread(ctx, player));
      } while (state.isOutdated);
    } catch (error) {
      ctx.log.warn({ err: error }, 'unread notifications were not counted');
    } finally {
      running.delete(player.id);
    }
  };
  return (player) => {
    const state = running.get(player.id);
    if (state) state.isOutdated = true;
    else void count(player);
  };
}
