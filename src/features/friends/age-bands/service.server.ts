import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { deleteNotificationsBetween, publishNotifications } from '../../notifications/service.server.ts';
import { MUTUAL_NOTIFICATIONS } from '../rules.ts';
import { alignFriendships, lockFriendships } from './queries.server.ts';

/**
 * Brings a player's friendships in line with their age band, which the transaction has just changed: friendships that the ages do not allow
 * are paused, paused ones that they allow go on, requests that they do not allow are gone, and so are the notifications that lead nowhere
 * then. Friends whose age is not known stay friends. Only other services call this; the transaction has locked the player's row (an update
 * does that) and no other player's, so each player needs a transaction of their own.
 * @returns what publishes it to open pages. Call it after the commit: chats close, nobody is seen online any more, bells count anew
 */
export async function applyAgeBand(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<() => void> {
  await lockFriendships(trx, playerId);
  const changes = await alignFriendships(trx, playerId);
  const idsOf = (change: (typeof changes)[number]['change']) => changes.flatMap((one) => (one.change === change ? [one.otherId] : []));
  const [paused, resumed, deleted] = [idsOf('paused'), idsOf('resumed'), idsOf('deleted')];
  const notifiedIds = await deleteNotificationsBetween(trx, playerId, [...paused, ...deleted], MUTUAL_NOTIFICATIONS);
  return () => {
    for (const friendId of paused) {
      ctx.bus.publish({ kind: 'presence', who: friendId, online: false, playerIds: [playerId], isHidden: true });
      ctx.bus.publish({ kind: 'presence', who: playerId, online: false, playerIds: [friendId], isHidden: true });
    }
    for (const friendId of [...paused, ...resumed])
      ctx.bus.publish({ kind: 'chat', playerIds: [playerId, friendId], between: [playerId, friendId] });
    // A list of requests is loaded again too, whether or not there was a notification about the one that is gone.
    publishNotifications(ctx, deleted.length > 0 ? [...notifiedIds, playerId, ...deleted] : notifiedIds);
  };
}
