import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { whereAgesReach } from '../../friends/access/rules.ts';
import type { GroupRole } from '../schema.ts';
import type { MemberRow } from './rules.ts';

// Locks are taken in one order: the rows of players, by id, then those of groups, by id. A change of age and the erasure of an account hold the
// player's row from their beginning, so nobody may wait for a player while holding a group.

/** A group as it is while its row is locked. */
export type LockedGroup = { id: string; name: string; motto: string };

/**
 * Locks a player's own row: how many groups they are in, their age and who blocked them stay as they are until the end of the transaction.
 * @returns false if the account is gone
 */
export async function lockPlayer(trx: Transaction<DB>, playerId: string): Promise<boolean> {
  return (await sql`select 1 from players where id = ${playerId} for no key update`.execute(trx)).rows.length > 0;
}

/** Holds players against erasure until the end of the transaction, which is about to write rows about them. */
export async function holdPlayers(trx: Transaction<DB>, playerIds: readonly string[]): Promise<void> {
  await sql`select 1 from players where id = any (${[...playerIds]}::uuid[]) order by id for key share`.execute(trx);
}

/** The same for all members of a group. */
export async function holdMembers(trx: Transaction<DB>, groupId: string): Promise<void> {
  await sql`
    select 1 from players where id in (select player_id from group_members where group_id = ${groupId}) order by id for key share`.execute(
    trx,
  );
}

/** Locks a group that is not closed: who is in it and invited stays as it is until the end of the transaction. */
export async function lockOpenGroup(trx: Transaction<DB>, groupId: string): Promise<LockedGroup | null> {
  const { rows } = await sql<LockedGroup>`
    select id, name, motto from groups where id = ${groupId} and closed_at is null for no key update`.execute(trx);
  return rows[0] ?? null;
}

/**
 * Locks the groups that a player made, which the end of their account changes too, together with those that they are in: who locks them one
 * after the other keeps no order.
 */
export async function lockGroupsForErasure(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`
    select 1 from groups
    where id in (select group_id from group_members where player_id = ${playerId}) or created_by = ${playerId}
    order by id for no key update`.execute(trx);
}

/** Locks all of a player's groups that are not closed. */
export async function lockGroupsOf(trx: Transaction<DB>, playerId: string): Promise<LockedGroup[]> {
  const { rows } = await sql<LockedGroup>`
    select id, name, motto from groups
    where id in (select group_id from group_members where player_id = ${playerId}) and closed_at is null order by id for no key update`.execute(
    trx,
  );
  return rows;
}

/** The members of a group. */
export async function listMembers(trx: Kysely<DB>, groupId: string): Promise<MemberRow[]> {
  return trx.selectFrom('group_members').select(['player_id', 'role', 'joined_at']).where('group_id', '=', groupId).execute();
}

/** In how many groups a player is. */
export async function countGroupsOf(db: Kysely<DB>, playerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from group_members m join groups g on g.id = m.group_id and g.closed_at is null
    where m.player_id = ${playerId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds a member. */
export async function insertMember(trx: Transaction<DB>, groupId: string, playerId: string, role: GroupRole, at: Date): Promise<void> {
  await trx.insertInto('group_members').values({ group_id: groupId, player_id: playerId, role, joined_at: at }).execute();
}

/** Takes a member out. */
export async function deleteMember(trx: Transaction<DB>, groupId: string, playerId: string): Promise<void> {
  await trx.deleteFrom('group_members').where('group_id', '=', groupId).where('player_id', '=', playerId).execute();
}

/** Gives a member another role. A group has one owner at a time: the former one's role changes first. */
export async function saveRole(trx: Transaction<DB>, groupId: string, playerId: string, role: GroupRole): Promise<void> {
  await trx.updateTable('group_members').set({ role }).where('group_id', '=', groupId).where('player_id', '=', playerId).execute();
}

/** Closes a group. Its rows stay for moderators. */
export async function closeGroup(trx: Transaction<DB>, groupId: string, by: 'owner' | 'team' | 'empty', at: Date): Promise<void> {
  await trx.updateTable('groups').set({ closed_at: at, closed_by: by }).where('id', '=', groupId).execute();
}

/** Who has an open invitation to a group. */
export async function listInvitedIds(trx: Kysely<DB>, groupId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('group_invitations')
    .select('player_id')
    .where('group_id', '=', groupId)
    .where('state', '=', 'open')
    .execute();
  return rows.map((row) => row.player_id);
}

/** Takes back the open invitations that one member sent. @returns who was invited */
export async function deleteInvitationsBy(trx: Transaction<DB>, groupId: string, playerId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('group_invitations')
    .where('group_id', '=', groupId)
    .where('invited_by', '=', playerId)
    .where('state', '=', 'open')
    .returning('player_id')
    .execute();
  return rows.map((row) => row.player_id);
}

/** Notes that a player was removed: until then no helper can invite them again. */
export async function saveRemoval(
  trx: Transaction<DB>,
  groupId: string,
  playerId: string,
  by: string,
  at: Date,
  until: Date,
): Promise<void> {
  await sql`
    insert into group_invitations (group_id, player_id, invited_by, created_at, state, until)
    values (${groupId}, ${playerId}, ${by}, ${at}, 'removed', ${until})
    on conflict (group_id, player_id) do update
      set invited_by = excluded.invited_by, created_at = excluded.created_at, state = excluded.state, until = excluded.until`.execute(trx);
}

/** Whether a player is muted or banned now. */
export async function isMuted(db: Kysely<DB>, playerId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sanctions where player_id = ${playerId} and kind <> 'warn' and lifted_at is null and (until is null or until > ${at}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether an account is closed; null if it is gone. */
export async function isAccountClosed(trx: Transaction<DB>, playerId: string): Promise<boolean | null> {
  const row = await trx.selectFrom('players').select('closed_as').where('id', '=', playerId).executeTakeFirst();
  return row ? row.closed_as !== null : null;
}

/**
 * Those among these groups in which a player stands beside somebody from whom the ages keep them apart now. While one of the two ages is not
 * known nobody leaves; nor because of an account that is closed, which leaves by itself.
 */
export async function listGroupsApart(trx: Transaction<DB>, playerId: string, groupIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    select distinct m.group_id from group_members m
      join players me on me.id = ${playerId}
      join players o on o.id = m.player_id and o.id <> me.id and o.closed_as is null
    where m.group_id = any (${[...groupIds]}::uuid[]) and (${sql.raw(whereAgesReach('me', 'o'))}) is false`.execute(trx);
  return rows.map((row) => row.group_id);
}

/**
 * Deletes groups that were closed before this time, but none of which a report is open, and none of a player whose case is marked for the police.
 */
export async function deleteClosedGroups(db: Database, before: Date): Promise<void> {
  await sql`
    delete from groups g where closed_at < ${before}
      and not exists (select from group_reports r where r.group_id = g.id and r.state in ('new', 'reviewing'))
      and not exists (select from case_holds h where is_party_to_group(h.player_id, g.id))`.execute(db);
}

/** Deletes invitations that are over, and what says that somebody declined or was removed, with what the bell says of them. @returns whose bell changed */
export async function deleteExpiredInvitations(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ player_id: string }>`
    with expired as (delete from group_invitations where until <= ${now} returning group_id, player_id)
    delete from notifications n using expired
    where n.player_id = expired.player_id and n.type = 'group_invite' and n.related_id = expired.group_id::text returning n.player_id`.execute(
    db,
  );
  return rows.map((row) => row.player_id);
}

/** Deletes former names and mottos from before this time; what a group is called now stays. */
export async function deleteFormerGroupNames(db: Database, before: Date): Promise<void> {
  await sql`
    delete from group_name_changes c where changed_at < ${before}
      and exists (select 1 from group_name_changes later where later.group_id = c.group_id and later.changed_at > c.changed_at)`.execute(
    db,
  );
}
