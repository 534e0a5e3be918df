import type { QueryPrepared } from '../../infra/database/database.ts';
import type { PlayerRecord } from '../friends/access/rules.ts';
import type { BadgeColumns } from './badge-columns.rules.ts';
import type { GroupRole } from './schema.ts';

/** A group as lists and pages read it, without its members. */
export type GroupRecord = BadgeColumns & { id: string; name: string; motto: string };

const COLUMNS = 'g.id, g.name, g.motto, g.badge_shape, g.badge_color, g.badge_cloth, g.badge_sign';
const MEMBER_IDS = '(select array_agg(m.player_id order by m.joined_at, m.player_id) from group_members m where m.group_id = g.id)';

const GROUPS = {
  name: 'groups of a player',
  text: `select ${COLUMNS}, ${MEMBER_IDS} as member_ids
    from group_members mine join groups g on g.id = mine.group_id and g.closed_at is null
    where mine.player_id = $1 order by lower(g.name), g.id`,
};

/** A player's groups, by name, with the ids of their members, the oldest first. */
export function listGroups(prepared: QueryPrepared, playerId: string): Promise<(GroupRecord & { member_ids: string[] })[]> {
  return prepared(GROUPS, [playerId]);
}

// Nobody is led into a group by who has left it.
const INVITATIONS = {
  name: 'group invitations of a player',
  text: `select ${COLUMNS}, ${MEMBER_IDS} as member_ids, i.invited_by, i.created_at
    from group_invitations i join groups g on g.id = i.group_id and g.closed_at is null
      join group_members inviter on inviter.group_id = g.id and inviter.player_id = i.invited_by
    where i.player_id = $1 and i.state = 'open' and i.until > $2 order by i.created_at desc, g.id limit $3`,
};

export type InvitationRecord = GroupRecord & { member_ids: string[]; invited_by: string; created_at: Date };

/** A player's open invitations, newest first. */
export function listInvitations(prepared: QueryPrepared, playerId: string, at: Date, limit: number): Promise<InvitationRecord[]> {
  return prepared(INVITATIONS, [playerId, at, limit]);
}

const GROUP = {
  name: 'group of a member',
  text: `select ${COLUMNS} from groups g
    where g.id = $1 and g.closed_at is null and exists (select 1 from group_members mine where mine.group_id = g.id and mine.player_id = $2)`,
};

/** A group, for one of its members; undefined for everybody else. */
export async function findGroup(prepared: QueryPrepared, groupId: string, playerId: string): Promise<GroupRecord | undefined> {
  const [row] = await prepared<GroupRecord>(GROUP, [groupId, playerId]);
  return row;
}

const MEMBERS = {
  name: 'members of a group',
  text: `select p.id, p.username, p.display_name, p.avatar_url, p.role, m.role as group_role, m.joined_at
    from group_members m join players p on p.id = m.player_id where m.group_id = $1`,
};

export type MemberRecord = PlayerRecord & { group_role: GroupRole; joined_at: Date };

/** All members of a group, whoever sees them. */
export function listMemberRecords(prepared: QueryPrepared, groupId: string): Promise<MemberRecord[]> {
  return prepared(MEMBERS, [groupId]);
}

const INVITED = {
  name: 'invited to a group',
  text: `select i.player_id, i.invited_by, i.created_at from group_invitations i
    where i.group_id = $1 and i.state = 'open' and i.until > $2 order by i.created_at desc, i.player_id`,
};

/** Who is invited to a group and has not answered, newest first: as many as fit into a group. */
export function listInvited(
  prepared: QueryPrepared,
  groupId: string,
  at: Date,
): Promise<{ player_id: string; invited_by: string | null; created_at: Date }[]> {
  return prepared(INVITED, [groupId, at]);
}
