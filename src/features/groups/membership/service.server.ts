import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { createNotifications, deleteRelatedNotificationsOfEach, publishNotifications } from '../../notifications/service.server.ts';
import { ALIGN_GROUPS, type AlignGroupsPayload } from '../alignment.schema.ts';
import type { GroupRole } from '../schema.ts';
import { notificationTexts } from '../texts.ts';
import * as queries from './queries.server.ts';
import { canRemove, chooseNextOwner, INVITATION_DAYS, type MemberRow } from './rules.ts';

/** A group inside a transaction that has locked it, and who is in it. */
export type HeldGroup = { group: queries.LockedGroup; members: MemberRow[] };

const INVITATION = ['group_invite'] as const;
/** The job that tells a player that a group is theirs now. Whoever made them its owner holds the group, and waits for no row of a player then. */
const TELL_OWNER = { name: 'groups.tell-owner', retry: { limit: 20, seconds: 2, secondsMax: 3600 } };
type TellOwnerPayload = { groupId: string; playerId: string };
const DAY_MS = 86_400_000;

/** When an invitation, a decline or a removal from now on is over. */
export function getInvitationEnd(at: Date): Date {
  return new Date(at.getTime() + INVITATION_DAYS * DAY_MS);
}

/** Locks a group and reads its members. The caller has locked the rows of players before. @returns null if it is closed or there is none */
export async function holdGroup(trx: Transaction<DB>, groupId: string): Promise<HeldGroup | null> {
  const group = isId(groupId) ? await queries.lockOpenGroup(trx, groupId) : null;
  return group && { group, members: await queries.listMembers(trx, groupId) };
}

/** The same for who is a member. @throws AppError 'not-found' also if there is no such group: nobody else learns that it exists */
export async function holdOwnGroup(trx: Transaction<DB>, groupId: string, playerId: string): Promise<HeldGroup & { role: GroupRole }> {
  const held = await holdGroup(trx, groupId);
  const me = held?.members.find(({ player_id }) => player_id === playerId);
  if (!held || !me) throw new AppError('not-found');
  return { ...held, role: me.role };
}

/** Tells open pages that a group has changed, and bells that they count anew. Call it after the commit. */
export function publishGroup(ctx: AppContext, groupId: string, playerIds: Iterable<string>, notifiedIds: Iterable<string> = []): void {
  const all = [...new Set(playerIds)];
  if (all.length > 0) ctx.bus.publish({ kind: 'group', playerIds: all, groupId });
  publishNotifications(ctx, notifiedIds);
}

/** Withdraws what the bells of these players say about an invitation. @returns whose bell changed */
export async function withdrawInvitationNotices(trx: Transaction<DB>, groupId: string, playerIds: readonly string[]): Promise<string[]> {
  return deleteRelatedNotificationsOfEach(trx, playerIds, INVITATION, groupId);
}

/** What is published about a change: whose pages show something else, and whose bell. */
type Published = { playerIds: string[]; notifiedIds: string[] };

/**
 * Closes a group that the transaction holds: its members and whom it had invited see it as gone.
 * Only services of groups call this.
 */
export async function closeHeldGroup(
  trx: Transaction<DB>,
  { group, members }: HeldGroup,
  by: 'owner' | 'team' | 'empty',
  at: Date,
): Promise<Published> {
  const invitedIds = await queries.listInvitedIds(trx, group.id);
  await queries.closeGroup(trx, group.id, by, at);
  const notifiedIds = await withdrawInvitationNotices(trx, group.id, invitedIds);
  return { playerIds: [...members.map(({ player_id }) => player_id), ...invitedIds], notifiedIds };
}

/**
 * Ends a membership in a group that the transaction holds, with the invitations that the member sent. If it was the owner's, the oldest helper
 * is the owner from now on, else the oldest member; the last one closes the group, and stays in its rows, for moderators.
 */
async function endMembership(ctx: AppContext, trx: Transaction<DB>, { group, members }: HeldGroup, playerId: string): Promise<Published> {
  const others = members.filter(({ player_id }) => player_id !== playerId);
  if (others.length === 0) return closeHeldGroup(trx, { group, members }, 'empty', ctx.now());
  const uninvitedIds = await queries.deleteInvitationsBy(trx, group.id, playerId);
  await queries.deleteMember(trx, group.id, playerId);
  const hasOwner = others.some(({ role }) => role === 'owner');
  const next = hasOwner ? null : chooseNextOwner(others);
  if (next !== null) await makeOwner(ctx, trx, group.id, next);
  const notifiedIds = await withdrawInvitationNotices(trx, group.id, uninvitedIds);
  return { playerIds: [...members.map(({ player_id }) => player_id), ...uninvitedIds], notifiedIds };
}

/** Makes a member of a group that has no owner at the moment its owner. A job notifies them. */
async function makeOwner(ctx: AppContext, trx: Transaction<DB>, groupId: string, playerId: string): Promise<void> {
  await queries.saveRole(trx, groupId, playerId, 'owner');
  await ctx.jobs.enqueue(TELL_OWNER, { groupId, playerId } satisfies TellOwnerPayload, trx);
}

/**
 * Runs a change of a group by one of its members, and publishes it.
 * @param may which roles can do it
 * @param aboutId another player about whom rows are written
 */
async function changeGroup(
  ctx: AppContext,
  actor: Actor,
  groupId: string,
  may: (role: GroupRole) => boolean,
  change: (trx: Transaction<DB>, held: HeldGroup & { role: GroupRole; me: string }) => Promise<Published>,
  aboutId?: string,
): Promise<void> {
  authorize(actor, 'group:write');
  const me = requirePlayerId(actor);
  const { playerIds, notifiedIds } = await ctx.db.transaction().execute(async (trx) => {
    if (isId(aboutId)) await queries.holdPlayers(trx, [me, aboutId]);
    const held = await holdOwnGroup(trx, groupId, me);
    if (!may(held.role)) throw new AppError('not-allowed');
    return change(trx, { ...held, me });
  });
  publishGroup(ctx, groupId, playerIds, notifiedIds);
}

const isOwner = (role: GroupRole) => role === 'owner';
const toPublished = ({ members }: HeldGroup): Published => ({ playerIds: members.map(({ player_id }) => player_id), notifiedIds: [] });

/** Another member of a group. @throws AppError 'not-available' if they are not in it (any more) */
function requireOther({ members }: HeldGroup, playerId: string, me: string): MemberRow {
  const other = members.find(({ player_id }) => player_id === playerId);
  if (playerId === me) throw new AppError('bad-input', 'this is about another member');
  if (!other) throw new AppError('not-available');
  return other;
}

/** Leaves a group. See `endMembership` for what becomes of it. @throws AppError 'not-found' */
export async function leaveGroup(ctx: AppContext, actor: Actor, groupId: string): Promise<void> {
  await changeGroup(
    ctx,
    actor,
    groupId,
    () => true,
    (trx, held) => endMembership(ctx, trx, held, held.me),
  );
}

/**
 * Removes another member, who is told nothing and finds the group gone. For 30 days only the owner can invite them back.
 * @throws AppError 'not-found', 'not-allowed' (a helper removes plain members only), 'not-available' (they are not in the group)
 */
export async function removeMember(ctx: AppContext, actor: Actor, groupId: string, playerId: string): Promise<void> {
  await changeGroup(
    ctx,
    actor,
    groupId,
    (role) => role !== 'member',
    async (trx, held) => {
      const other = requireOther(held, playerId, held.me);
      if (!canRemove(held.role, other.role)) throw new AppError('not-allowed');
      const at = ctx.now();
      const published = await endMembership(ctx, trx, held, playerId);
      await queries.saveRemoval(trx, groupId, playerId, held.me, at, getInvitationEnd(at));
      return published;
    },
    playerId,
  );
}

/**
 * Makes a member a helper, or a helper a plain member. Only the owner does.
 * @throws AppError 'not-found', 'not-allowed', 'not-available' (they are not in the group)
 */
export async function setRole(ctx: AppContext, actor: Actor, groupId: string, playerId: string, role: 'helper' | 'member'): Promise<void> {
  await changeGroup(ctx, actor, groupId, isOwner, async (trx, held) => {
    requireOther(held, playerId, held.me);
    await queries.saveRole(trx, groupId, playerId, role);
    return toPublished(held);
  });
}

/**
 * Hands a group over: the other one is the owner, and the former owner a helper.
 * @throws AppError 'not-found', 'not-allowed', 'not-available' (they are not in the group)
 */
export async function handOver(ctx: AppContext, actor: Actor, groupId: string, playerId: string): Promise<void> {
  await changeGroup(ctx, actor, groupId, isOwner, async (trx, held) => {
    requireOther(held, playerId, held.me);
    await queries.saveRole(trx, groupId, held.me, 'helper');
    await makeOwner(ctx, trx, groupId, playerId);
    return toPublished(held);
  });
}

/** Closes a group. Only the owner does. @throws AppError 'not-found', 'not-allowed' */
export async function closeGroup(ctx: AppContext, actor: Actor, groupId: string): Promise<void> {
  await changeGroup(ctx, actor, groupId, isOwner, (trx, held) => closeHeldGroup(trx, held, 'owner', ctx.now()));
}

/**
 * Brings a player's groups in line with their age: they leave those where they stand beside somebody from whom the ages keep them apart, and are
 * told so. Whose account is closed leaves all, silently. Safe to run twice, and at the same time as somebody joins one of the groups: whoever
 * joins has locked the group before reading the ages.
 */
async function alignGroups(ctx: AppContext, actor: Actor, playerId: string): Promise<void> {
  authorize(actor, 'group:run');
  const at = ctx.now();
  const changes = await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.lockPlayer(trx, playerId))) return [];
    const isClosed = await queries.isAccountClosed(trx, playerId);
    const groups = await queries.lockGroupsOf(trx, playerId);
    const ids = groups.map(({ id }) => id);
    const apart = new Set(isClosed ? ids : await queries.listGroupsApart(trx, playerId, ids));
    const left: { groupId: string; published: Published }[] = [];
    for (const group of groups.filter(({ id }) => apart.has(id))) {
      const published = await endMembership(ctx, trx, { group, members: await queries.listMembers(trx, group.id) }, playerId);
      const ownIds = isClosed
        ? []
        : await createNotifications(ctx, trx, [
            {
              playerId,
              type: 'general',
              ...notificationTexts.agesApart(group.name),
              relatedId: '/groups',
              event: `group-ages ${group.id} ${at.getTime()}`,
            },
          ]);
      left.push({ groupId: group.id, published: { ...published, notifiedIds: [...published.notifiedIds, ...ownIds] } });
    }
    return left;
  });
  for (const { groupId, published } of changes) publishGroup(ctx, groupId, published.playerIds, published.notifiedIds);
}

/** Takes a player whose account is being erased out of all groups. The transaction has locked the player's row. Only the eraser calls this. */
export async function endMemberships(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<void> {
  await queries.lockGroupsForErasure(trx, playerId);
  for (const group of await queries.lockGroupsOf(trx, playerId))
    await endMembership(ctx, trx, { group, members: await queries.listMembers(trx, group.id) }, playerId);
}

/** Tells a player that a group is theirs now, unless it is not any more. */
async function tellOwner(ctx: AppContext, actor: Actor, { groupId, playerId }: TellOwnerPayload, jobId: string): Promise<void> {
  authorize(actor, 'group:run');
  const notifiedIds = await ctx.db.transaction().execute(async (trx) => {
    await queries.holdPlayers(trx, [playerId]);
    const held = await holdGroup(trx, groupId);
    if (held?.members.find(({ player_id }) => player_id === playerId)?.role !== 'owner') return [];
    return createNotifications(ctx, trx, [
      {
        playerId,
        type: 'general',
        ...notificationTexts.owner(held.group.name),
        relatedId: `/groups/${groupId}`,
        event: `group-owner ${jobId}`,
      },
    ]);
  });
  publishNotifications(ctx, notifiedIds);
}

/** The job that tells a player that a group is theirs now. */
export const tellOwnerJob = {
  ...TELL_OWNER,
  run: async (ctx: AppContext, payload: TellOwnerPayload, id: string) => tellOwner(ctx, { kind: 'system' }, payload, id),
};

/** The job that brings a player's groups in line with their age. */
export const alignGroupsJob = {
  ...ALIGN_GROUPS,
  run: async (ctx: AppContext, { playerId }: AlignGroupsPayload) => alignGroups(ctx, { kind: 'system' }, playerId),
};
