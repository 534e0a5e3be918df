import type { AppContext } from '../../../context.server.ts';
import { actionFailure, type ActionResult } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { formatPlayerName } from '../../../shared/player-name.ts';
import { toPlayerSummary } from '../../friends/access/rules.ts';
import { getPlayerNames, lockPlayers } from '../../friends/queries.server.ts';
import { createNotifications } from '../../notifications/service.server.ts';
import { findPause } from '../../risk-scoring/contact-pauses/queries.server.ts';
import { countGroupsOf, insertMember, isMuted, listMembers, lockPlayer } from '../membership/queries.server.ts';
import { canInviteAs, canTakeBack } from '../membership/rules.ts';
import { getInvitationEnd, holdGroup, holdOwnGroup, publishGroup, withdrawInvitationNotices } from '../membership/service.server.ts';
import { GROUP_MEMBERS_MAX, GROUPS_PER_PLAYER_MAX, INVITABLE_MAX, type InvitableView, type InvitationAnswer } from '../schema.ts';
import { notificationTexts, texts } from '../texts.ts';
import { friendSearchSchema, invitedIdsSchema } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { INVITATIONS_PER_DAY } from './rules.ts';

/**
 * The friends whom the actor can invite to a group, by name; at most INVITABLE_MAX. Who cannot be invited is not among them, whatever the reason.
 * @param typed a part of a name; '' for all
 * @throws AppError 'not-found', 'not-allowed' (plain members do not invite)
 */
export async function listInvitable(ctx: AppContext, actor: Actor, groupId: string, typed = ''): Promise<InvitableView> {
  authorize(actor, 'group:read');
  const me = requirePlayerId(actor);
  const members = isId(groupId) ? await listMembers(ctx.db, groupId) : [];
  const role = members.find(({ player_id }) => player_id === me)?.role;
  if (!role || !(await queries.isGroupOpen(ctx.db, groupId))) throw new AppError('not-found');
  if (!canInviteAs(role)) throw new AppError('not-allowed');
  const at = ctx.now();
  const [open, muted, friends] = await Promise.all([
    queries.countOpenInvitations(ctx.db, groupId, at),
    isMuted(ctx.db, me, at),
    queries.listInvitable(
      ctx.db,
      { playerId: me, role, groupId },
      { only: null, term: friendSearchSchema.parse(typed), at, limit: INVITABLE_MAX },
    ),
  ]);
  const left = Math.max(0, GROUP_MEMBERS_MAX - members.length - open);
  return { friends: muted ? [] : friends.map(toPlayerSummary), full: left === 0, left };
}

/**
 * Invites friends to a group. Those who cannot be invited (any more) are left out.
 * @returns how many were invited, or a failure: 'muted', 'paused', 'bad-input' (nobody was chosen), 'not-available' (nobody of them can be
 * invited), 'full', 'too-many-requests'
 * @throws AppError 'not-found', 'not-allowed' (plain members do not invite), 'bad-input'
 */
export async function inviteFriends(
  ctx: AppContext,
  actor: Actor,
  groupId: string,
  playerIds: readonly string[],
): Promise<ActionResult<{ invited: number }>> {
  authorize(actor, 'group:write');
  const me = requirePlayerId(actor);
  const chosen = invitedIdsSchema.safeParse([...new Set(playerIds)]);
  if (!chosen.success) throw new AppError('bad-input', 'these are no players');
  if (chosen.data.length === 0) return actionFailure('bad-input', { error: texts.failures.noneChosen });
  // Nobody but who may invite is counted.
  await ctx.db.transaction().execute(async (trx) => {
    if (!canInviteAs((await holdOwnGroup(trx, groupId, me)).role)) throw new AppError('not-allowed');
  });
  if (await isMuted(ctx.db, me, ctx.now())) return actionFailure('muted', { error: texts.failures.muted });
  if (await findPause(ctx.db, me)) return actionFailure('paused', { error: texts.failures.paused });
  const isOver = await ctx.rateLimiter.consume(INVITATIONS_PER_DAY, me, chosen.data.length).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'too-many-requests') return true;
      throw error;
    },
  );
  if (isOver) return actionFailure('too-many-requests', { error: texts.failures.tooMany });
  const at = ctx.now();
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    // As a block, the end of a friendship and a change of age do: none of them is overlooked because it happens at this moment.
    await lockPlayers(trx, [me, ...chosen.data]);
    const { group, members, role } = await holdOwnGroup(trx, groupId, me);
    if (!canInviteAs(role)) throw new AppError('not-allowed');
    const left = GROUP_MEMBERS_MAX - members.length - (await queries.countOpenInvitations(trx, groupId, at));
    if (left <= 0) return 'full' as const;
    const found = await queries.listInvitable(
      trx,
      { playerId: me, role, groupId },
      { only: chosen.data, term: '', at, limit: Math.min(left, chosen.data.length) },
    );
    const invitedIds = found.map(({ id }) => id);
    if (invitedIds.length === 0) return 'none' as const;
    await queries.saveInvitations(trx, { groupId, playerIds: invitedIds, by: me, at, until: getInvitationEnd(at) });
    const words = notificationTexts.invitation(formatPlayerName(await getPlayerNames(trx, me)), group.name);
    const notifiedIds = await createNotifications(
      ctx,
      trx,
      invitedIds.map((playerId) => ({
        playerId,
        type: 'group_invite' as const,
        ...words,
        relatedId: groupId,
        // Invited again after a while is a new event.
        event: `group_invite ${groupId} ${at.getTime()}`,
      })),
    );
    return { invitedIds, notifiedIds, memberIds: members.map(({ player_id }) => player_id) };
  });
  if (outcome === 'full') return actionFailure('full', { error: texts.failures.groupFull });
  if (outcome === 'none') return actionFailure('not-available', { error: texts.failures.noneInvited });
  publishGroup(ctx, groupId, [...outcome.memberIds, ...outcome.invitedIds], outcome.notifiedIds);
  return { ok: true, invited: outcome.invitedIds.length };
}

/**
 * Takes an open invitation back: the owner any, others those that they sent.
 * @throws AppError 'not-found', 'not-allowed', 'not-available' (there is none any more)
 */
export async function takeBackInvitation(ctx: AppContext, actor: Actor, groupId: string, playerId: string): Promise<void> {
  authorize(actor, 'group:write');
  const me = requirePlayerId(actor);
  if (!isId(playerId)) throw new AppError('bad-input', 'this is no player');
  const { memberIds, notifiedIds } = await ctx.db.transaction().execute(async (trx) => {
    const { members, role } = await holdOwnGroup(trx, groupId, me);
    const invitation = await queries.findInviter(trx, groupId, playerId, ctx.now());
    // Whom others invited is nothing that a plain member learns.
    if (!canTakeBack(role, invitation?.invited_by === me)) throw new AppError('not-allowed');
    if (!invitation) throw new AppError('not-available');
    await queries.deleteInvitation(trx, groupId, playerId);
    return {
      memberIds: members.map(({ player_id }) => player_id),
      notifiedIds: await withdrawInvitationNotices(trx, groupId, [playerId]),
    };
  });
  publishGroup(ctx, groupId, [...memberIds, playerId], notifiedIds);
}

/**
 * Accepts or declines the actor's invitation to a group.
 * @throws AppError 'not-found' (there is no such invitation), 'not-available' (they cannot join the group now: the reason, which may be
 * somebody else's, is nobody's business), 'too-many-requests' (they are in as many groups as one can be in)
 */
export async function answerInvitation(ctx: AppContext, actor: Actor, groupId: string, answer: InvitationAnswer): Promise<void> {
  authorize(actor, 'group:write');
  const me = requirePlayerId(actor);
  if (!isId(groupId)) throw new AppError('not-found');
  const { memberIds, notifiedIds } = await (answer === 'accept' ? accept(ctx, groupId, me) : decline(ctx, groupId, me));
  publishGroup(ctx, groupId, [...memberIds, me], notifiedIds);
}

type Answered = { memberIds: string[]; notifiedIds: string[] };

async function accept(ctx: AppContext, groupId: string, me: string): Promise<Answered> {
  return ctx.db.transaction().execute(async (trx) => {
    // Who blocks the actor locks this row too, and so does what changes their age; whose age changes beside them waits for the group.
    await lockPlayer(trx, me);
    const held = await holdGroup(trx, groupId);
    const at = ctx.now();
    const invitation = held && (await queries.findInviter(trx, groupId, me, at));
    if (!held || !invitation) throw new AppError('not-found');
    if ((await countGroupsOf(trx, me)) >= GROUPS_PER_PLAYER_MAX) throw new AppError('too-many-requests');
    const inviterId = invitation.invited_by;
    const isPossible =
      inviterId !== null &&
      held.members.length < GROUP_MEMBERS_MAX &&
      !(await isMuted(trx, inviterId, at)) &&
      (await queries.mayJoin(trx, groupId, me, inviterId));
    if (!isPossible) throw new AppError('not-available');
    await queries.deleteInvitation(trx, groupId, me);
    await insertMember(trx, groupId, me, 'member', at);
    return {
      memberIds: held.members.map(({ player_id }) => player_id),
      notifiedIds: await withdrawInvitationNotices(trx, groupId, [me]),
    };
  });
}

async function decline(ctx: AppContext, groupId: string, me: string): Promise<Answered> {
  return ctx.db.transaction().execute(async (trx) => {
    const held = await holdGroup(trx, groupId);
    const at = ctx.now();
    if (!held || !(await queries.saveDecline(trx, groupId, me, at, getInvitationEnd(at)))) throw new AppError('not-found');
    return {
      memberIds: held.members.map(({ player_id }) => player_id),
      notifiedIds: await withdrawInvitationNotices(trx, groupId, [me]),
    };
  });
}
