import type { AppContext } from '../../context.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { isId } from '../../shared/ids.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { listCompanions, type CompanionAccess } from '../friends/access/queries.server.ts';
import { toPlayerSummary, toPresenceAt } from '../friends/access/rules.ts';
import { listSharedGames } from '../library/service.server.ts';
import { toBadge } from './badge-columns.rules.ts';
import { findMakingObstacle, getChangesLeft, writesFreely } from './editing/service.server.ts';
import { canInviteAs, canTakeBack } from './membership/rules.ts';
import * as queries from './queries.server.ts';
import { FACES_MAX, INVITATIONS_SHOWN_MAX, PLAYED_DAYS, PLAYERS_COUNTED_MIN, sortMembers } from './rules.ts';
import {
  GROUP_GAMES_MAX,
  GROUP_MEMBERS_MAX,
  type GroupCard,
  type GroupInvitation,
  type GroupMember,
  type GroupPage,
  type GroupsView,
  type InvitedPlayer,
} from './schema.ts';

const DAY_MS = 86_400_000;

/** What the actor may see of others, by their ids; whoever is not in it is not there for the actor. */
type Companions = ReadonlyMap<string, CompanionAccess>;

/**
 * The actor's groups, and the invitations that wait for an answer. Counts and faces are of those whom the actor sees: who blocked somebody, or
 * is kept apart by age, is not told by a number either.
 */
export async function listGroups(ctx: AppContext, actor: Actor): Promise<GroupsView> {
  authorize(actor, 'group:read');
  const me = requirePlayerId(actor);
  const now = ctx.now();
  const [groups, invitations, obstacle] = await Promise.all([
    queries.listGroups(ctx.queryPrepared, me),
    queries.listInvitations(ctx.queryPrepared, me, now, INVITATIONS_SHOWN_MAX),
    findMakingObstacle(ctx, actor),
  ]);
  const companions = await findCompanions(
    ctx,
    me,
    [...groups, ...invitations].flatMap((group) => group.member_ids),
  );
  return {
    groups: groups.map((group) => toCard(group, me, companions, now)),
    invitations: invitations.flatMap((invitation) => toInvitation(invitation, companions) ?? []),
    obstacle,
  };
}

/**
 * A group's page, for its members.
 * @throws AppError 'not-found' also if the group exists and the actor is no member
 */
export async function getGroup(ctx: AppContext, actor: Actor, id: string): Promise<GroupPage> {
  authorize(actor, 'group:read');
  const me = requirePlayerId(actor);
  const group = isId(id) ? await queries.findGroup(ctx.queryPrepared, id, me) : undefined;
  if (!group) throw new AppError('not-found');
  const now = ctx.now();
  const [records, invited, isFree, changesLeft, obstacle] = await Promise.all([
    queries.listMemberRecords(ctx.queryPrepared, id),
    queries.listInvited(ctx.queryPrepared, id, now),
    writesFreely(ctx, actor),
    getChangesLeft(ctx, id),
    findMakingObstacle(ctx, actor),
  ]);
  const role = records.find((record) => record.id === me)?.group_role;
  // They left, or were removed, between two statements.
  if (!role) throw new AppError('not-found');
  const companions = await findCompanions(ctx, me, [...records.map((record) => record.id), ...invited.map((row) => row.player_id)]);
  const members = sortMembers(records.flatMap((record) => toMember(record, me, companions, now) ?? []));
  const visibleIds = members.map((member) => member.id);
  const sharingIds = visibleIds.filter((memberId) => memberId === me || companions.get(memberId)?.may_see);
  const since = new Date(now.getTime() - PLAYED_DAYS * DAY_MS);
  const { favorites, played } = await listSharedGames(ctx, actor, sharingIds, { since, limit: GROUP_GAMES_MAX });
  return {
    ...toSummary(group, members.length),
    role,
    members,
    // Others learn of somebody when they join.
    invited: canInviteAs(role) ? invited.flatMap((row) => toInvited(row, role === 'owner', me, companions) ?? []) : [],
    favorites,
    played: sharingIds.length < PLAYERS_COUNTED_MIN ? null : played,
    canInvite: canInviteAs(role) && obstacle !== 'muted' && records.length + invited.length < GROUP_MEMBERS_MAX,
    canEdit: role === 'owner',
    writesFreely: isFree,
    changesLeft,
  };
}

/** What a player may see of others in their groups, in one statement. */
async function findCompanions(ctx: AppContext, me: string, ids: readonly string[]): Promise<Companions> {
  const others = [...new Set(ids)].filter((id) => id !== me);
  const rows = others.length === 0 ? [] : await listCompanions(ctx.queryPrepared, me, others);
  return new Map(rows.map((row) => [row.id, row]));
}

function toSummary(group: queries.GroupRecord, memberCount: number) {
  return { id: group.id, name: group.name, motto: group.motto, badge: toBadge(group), memberCount };
}

function toCard(group: queries.GroupRecord & { member_ids: string[] }, me: string, companions: Companions, now: Date): GroupCard {
  const others = group.member_ids.flatMap((id) => (id === me ? [] : (companions.get(id) ?? [])));
  // Friends first: those are the faces that the player knows.
  const faces = others.toSorted((a, b) => Number(b.is_friend) - Number(a.is_friend)).slice(0, FACES_MAX);
  return {
    ...toSummary(group, others.length + 1),
    faces: faces.map((face) => ({ id: face.id, avatar: toPlayerSummary(face).avatar })),
    onlineCount: others.filter((other) => toPresenceAt(other, now)?.online).length,
  };
}

/** An invitation as its player sees it; null if who sent it is not their friend any more, or not there for them. */
function toInvitation(row: queries.InvitationRecord, companions: Companions): GroupInvitation | null {
  const inviter = companions.get(row.invited_by);
  if (!inviter?.is_friend) return null;
  const memberCount = row.member_ids.filter((id) => companions.has(id)).length;
  return { ...toSummary(row, memberCount), invitedBy: toPlayerSummary(inviter), at: row.created_at.toISOString() };
}

function toMember(record: queries.MemberRecord, me: string, companions: Companions, now: Date): GroupMember | null {
  const seen = companions.get(record.id);
  if (!seen && record.id !== me) return null;
  return {
    ...toPlayerSummary(record),
    role: record.group_role,
    isSelf: record.id === me,
    isFriend: seen?.is_friend ?? false,
    presence: seen ? toPresenceAt(seen, now) : null,
    joinedAt: record.joined_at.toISOString(),
  };
}

function toInvited(
  row: { player_id: string; invited_by: string | null; created_at: Date },
  isOwner: boolean,
  me: string,
  companions: Companions,
): InvitedPlayer | null {
  const seen = companions.get(row.player_id);
  if (!seen) return null;
  const canBeTakenBack = canTakeBack(isOwner ? 'owner' : 'member', row.invited_by === me);
  return { ...toPlayerSummary(seen), at: row.created_at.toISOString(), canTakeBack: canBeTakenBack };
}
