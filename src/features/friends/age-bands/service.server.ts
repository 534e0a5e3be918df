import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { formatPlayerName } from '../../../shared/player-name.ts';
import { createNotifications, deleteNotificationsBetween, publishNotifications } from '../../notifications/service.server.ts';
import { publishChats } from '../chats.service.server.ts';
import { deleteGroupInvitationsBetween } from '../queries.server.ts';
import { MUTUAL_NOTIFICATIONS } from '../rules.ts';
import { notificationTexts } from '../texts.ts';
import { ALIGN_GROUPS, type AlignGroupsPayload } from '../../groups/alignment.schema.ts';
import { alignFriendships, isInGroup, lockFriendships, type FriendshipChange } from './queries.server.ts';

/**
 * Brings a player's friendships in line with their age band, or with whom their guardian approved, which the transaction has just changed:
 * friendships that the ages do not allow are paused, requests that they do not allow are gone, and so are invitations to groups between the
 * two, and the notifications that lead nowhere then. A paused friendship that they allow again is asked anew: it becomes a request from the
 * friend to the player. Friends whose age is not known stay friends. If the account has just been closed its friends lose sight of it. A job
 * does the same with their groups. Only other services call this; the transaction has locked the player's row (an update does that) and no
 * other player's, so each player needs a transaction of their own; or it locked the friendships of several before (see `lockFriendships`).
 * @param options.wasAgeUnknown nobody could write to the player until now: the open chats of friends who can from now on are loaded anew
 * @param options.asksAnew false: what is paused stays so, because it would be the other one who seems to ask
 * @returns what publishes it to open pages. Call it after the commit: chats close, nobody is seen online any more, bells count anew
 */
export async function applyAgeBand(
  ctx: AppContext,
  trx: Transaction<DB>,
  playerId: string,
  { wasAgeUnknown = false, asksAnew = true }: { wasAgeUnknown?: boolean; asksAnew?: boolean } = {},
): Promise<() => void> {
  const at = ctx.now();
  await lockFriendships(trx, [playerId]);
  const changes = await alignFriendships(trx, playerId, at, asksAnew);
  const idsOf = (...kinds: FriendshipChange['change'][]) => changes.flatMap((one) => (kinds.includes(one.change) ? [one.otherId] : []));
  const asked = changes.filter(({ change }) => change === 'asked');
  const [parted, deleted] = [idsOf('paused', 'hidden'), idsOf('deleted')];
  const withdrawnFrom = await deleteNotificationsBetween(trx, playerId, [...parted, ...deleted], MUTUAL_NOTIFICATIONS);
  if (parted.length > 0) withdrawnFrom.push(...(await deleteGroupInvitationsBetween(trx, playerId, parted)));
  const notifiedIds = await createNotifications(
    ctx,
    trx,
    asked.map((friend) => ({
      playerId,
      type: 'friend_request' as const,
      ...notificationTexts.friend_request(formatPlayerName(friend)),
      relatedId: friend.otherId,
      event: `friend_request ${friend.otherId} ${at.getTime()}`,
    })),
  );
  // In a job: groups are locked before players are read, and this transaction holds the player already.
  if (await isInGroup(trx, playerId)) await ctx.jobs.enqueue(ALIGN_GROUPS, { playerId } satisfies AlignGroupsPayload, trx);
  const writable = wasAgeUnknown ? idsOf('kept') : [];
  return () => {
    publishChats(ctx, playerId, writable);
    if (parted.length > 0) ctx.bus.publish({ kind: 'presence', who: playerId, online: false, playerIds: parted, isHidden: true });
    for (const friendId of parted) {
      ctx.bus.publish({ kind: 'presence', who: friendId, online: false, playerIds: [playerId], isHidden: true });
      ctx.bus.publish({ kind: 'chat', playerIds: [playerId, friendId], between: [playerId, friendId] });
    }
    // A list of requests is loaded again too, whether or not there was a notification about one that is new or gone.
    const requests = [...idsOf('asked'), ...deleted];
    publishNotifications(ctx, requests.length > 0 ? [...withdrawnFrom, ...notifiedIds, playerId, ...requests] : withdrawnFrom);
  };
}
