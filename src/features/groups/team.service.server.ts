import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { saveGroupName } from './editing/queries.server.ts';
import { holdMembers, listInvitedIds } from './membership/queries.server.ts';
import { closeHeldGroup, holdGroup, publishGroup, withdrawInvitationNotices } from './membership/service.server.ts';
import { TAKEN_AWAY_NAME } from './texts.ts';

/**
 * Closes a group because our team decided so, with its invitations. Only moderation calls this, inside the transaction of its decision, and tells
 * the members why. The transaction has locked no other group.
 * @returns who was a member, and what publishes it, to be called after the commit; null if the group is closed already
 */
export async function closeGroupByTeam(
  ctx: AppContext,
  trx: Transaction<DB>,
  groupId: string,
): Promise<{ memberIds: string[]; publish: () => void } | null> {
  await holdMembers(trx, groupId);
  const held = await holdGroup(trx, groupId);
  if (!held) return null;
  const { playerIds, notifiedIds } = await closeHeldGroup(trx, held, 'team', ctx.now());
  return {
    memberIds: held.members.map(({ player_id }) => player_id),
    publish: () => publishGroup(ctx, groupId, playerIds, notifiedIds),
  };
}

/**
 * Takes the name and the motto of a group away because our team decided so; for 7 days nobody can choose others. What the bells of those who were
 * invited say of it has the name, so it goes; their invitations stay. Only moderation calls this, as above, and tells the owner.
 * @returns the owner, and what publishes it, to be called after the commit; null if the group is closed
 */
export async function takeAwayGroupName(
  ctx: AppContext,
  trx: Transaction<DB>,
  groupId: string,
): Promise<{ ownerId: string | null; publish: () => void } | null> {
  await holdMembers(trx, groupId);
  const held = await holdGroup(trx, groupId);
  if (!held) return null;
  await saveGroupName(trx, {
    id: ctx.newId(),
    groupId,
    name: TAKEN_AWAY_NAME,
    motto: '',
    kind: 'taken-away',
    by: null,
    at: ctx.now(),
  });
  const invitedIds = await listInvitedIds(trx, groupId);
  const withdrawnFrom = await withdrawInvitationNotices(trx, groupId, invitedIds);
  const playerIds = [...held.members.map(({ player_id }) => player_id), ...invitedIds];
  return {
    ownerId: held.members.find(({ role }) => role === 'owner')?.player_id ?? null,
    publish: () => publishGroup(ctx, groupId, playerIds, withdrawnFrom),
  };
}
