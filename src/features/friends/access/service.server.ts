import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { isSeenInGroup, listPlayerAccess } from './queries.server.ts';
import { isKnown } from './rules.ts';

/**
 * The player that a report is about. Includes players who blocked the actor, since a block does not undo what was written before.
 * @returns null if the player does not exist. `isHidden`: the actor cannot see that player otherwise; `isPausedFriend`: the friendship of the
 * two is paused, and their chat closed
 */
export async function findReportedPlayer(
  ctx: AppContext,
  actor: Actor,
  id: string,
): Promise<{ displayName: string; username: string; isHidden: boolean; isPausedFriend: boolean } | null> {
  authorize(actor, 'report:send');
  const playerId = requirePlayerId(actor);
  const [row] = isId(id) ? await listPlayerAccess(ctx.queryPrepared, playerId, [id]) : [];
  if (!row) return null;
  const { display_name: displayName, username, friendship_paused: isPausedFriend } = row;
  const isHidden = !isKnown(row) && !(await isSeenInGroup(ctx.queryPrepared, playerId, row));
  return { displayName, username, isHidden, isPausedFriend };
}
