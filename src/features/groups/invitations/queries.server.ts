import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { IS_ACTIVE_ACCOUNT, whereAgesAllow, whereAgesMeet, type PlayerRecord } from '../../friends/access/rules.ts';
import { GROUPS_PER_PLAYER_MAX, type GroupRole } from '../schema.ts';

/**
 * The SQL condition of whether the player `p` may come into a group by an invitation of the player `me`: the two are friends, both ages are
 * known, reports paused nobody's contacts, and `p` and every member may meet: by their ages, and because neither blocked the other. It counts
 * when somebody is invited, and again when they accept.
 */
const whereMayJoin = (groupId: string) => sql`
  me.age_band is not null and p.age_band is not null and ${sql.raw(IS_ACTIVE_ACCOUNT)} and me.closed_as is null
  and not exists (select 1 from contact_pauses pause where pause.player_id in (me.id, p.id))
  and ${sql.raw(whereAgesAllow('me', 'p'))}
  and not exists (select 1 from blocks b join group_members m on m.group_id = ${groupId} and m.player_id = b.blocked_id where b.player_id = p.id)
  and not exists (select 1 from blocks b join group_members m on m.group_id = ${groupId} and m.player_id = b.player_id where b.blocked_id = p.id)
  and not exists (
    select 1 from group_members m join players o on o.id = m.player_id
    where m.group_id = ${groupId} and o.id <> p.id and not ${sql.raw(whereAgesMeet('p', 'o'))})`;

/**
 * A player's friends who can be invited to a group now, by name: those who may join it, are neither in it nor invited, are in fewer groups than
 * one can be in, and did not decline lately; nor were they removed, unless the owner invites.
 * @param only nobody but these; null: all. @param term a part of a name, as typed; '' for all
 */
export async function listInvitable(
  db: Kysely<DB>,
  from: { playerId: string; role: GroupRole; groupId: string },
  { only, term, at, limit }: { only: readonly string[] | null; term: string; at: Date; limit: number },
): Promise<PlayerRecord[]> {
  const { playerId, role, groupId } = from;
  const like = `%${term.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const standing = role === 'owner' ? sql`i.state <> 'removed'` : sql`true`;
  const { rows } = await sql<PlayerRecord>`
    select p.id, p.username, p.display_name, p.avatar_url, p.role
    from friendships f join players me on me.id = ${playerId} join players p on p.id = case when f.low_id = ${playerId} then f.high_id else f.low_id end
    where f.state = 'accepted' and (f.low_id = ${playerId} or f.high_id = ${playerId})
      ${only === null ? sql`` : sql`and p.id = any (${[...only]}::uuid[])`}
      ${term === '' ? sql`` : sql`and (p.username like ${like} or lower(p.display_name) like ${like})`}
      and not exists (select 1 from group_members m where m.group_id = ${groupId} and m.player_id = p.id)
      and not exists (
        select 1 from group_invitations i where i.group_id = ${groupId} and i.player_id = p.id and i.until > ${at} and ${standing})
      and (select count(*) from group_members m join groups g on g.id = m.group_id and g.closed_at is null where m.player_id = p.id)
        < ${GROUPS_PER_PLAYER_MAX}
      and ${whereMayJoin(groupId)}
    order by lower(p.display_name), p.id limit ${limit}`.execute(db);
  return rows;
}

/** Whether there is a group that is not closed. */
export async function isGroupOpen(db: Kysely<DB>, groupId: string): Promise<boolean> {
  const row = await db.selectFrom('groups').select('closed_at').where('id', '=', groupId).executeTakeFirst();
  return row?.closed_at === null;
}

/** How many open invitations a group has. */
export async function countOpenInvitations(db: Kysely<DB>, groupId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from group_invitations where group_id = ${groupId} and state = 'open' and until > ${at}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Writes open invitations, over what was there before. */
export async function saveInvitations(
  trx: Transaction<DB>,
  { groupId, playerIds, by, at, until }: { groupId: string; playerIds: readonly string[]; by: string; at: Date; until: Date },
): Promise<void> {
  await sql`
    insert into group_invitations (group_id, player_id, invited_by, created_at, state, until)
    select ${groupId}, id, ${by}, ${at}, 'open', ${until} from unnest(${[...playerIds]}::uuid[]) as invited (id) order by id
    on conflict (group_id, player_id) do update
      set invited_by = excluded.invited_by, created_at = excluded.created_at, state = excluded.state, until = excluded.until`.execute(trx);
}

/** Who sent an open invitation; undefined if there is none, null if their account is gone. */
export async function findInviter(
  trx: Transaction<DB>,
  groupId: string,
  playerId: string,
  at: Date,
): Promise<{ invited_by: string | null } | undefined> {
  return trx
    .selectFrom('group_invitations')
    .select('invited_by')
    .where('group_id', '=', groupId)
    .where('player_id', '=', playerId)
    .where('state', '=', 'open')
    .where('until', '>', at)
    .executeTakeFirst();
}

/** Deletes an invitation that was taken back or accepted. */
export async function deleteInvitation(trx: Transaction<DB>, groupId: string, playerId: string): Promise<void> {
  await trx.deleteFrom('group_invitations').where('group_id', '=', groupId).where('player_id', '=', playerId).execute();
}

/** Turns an invitation into a decline, which keeps the group from inviting the player again until then. @returns false if there is none */
export async function saveDecline(trx: Transaction<DB>, groupId: string, playerId: string, at: Date, until: Date): Promise<boolean> {
  const done = await trx
    .updateTable('group_invitations')
    .set({ state: 'declined', until })
    .where('group_id', '=', groupId)
    .where('player_id', '=', playerId)
    .where('state', '=', 'open')
    .where('until', '>', at)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Whether a player may come into a group by the invitation of a member, who is still one and their friend. */
export async function mayJoin(trx: Transaction<DB>, groupId: string, playerId: string, inviterId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from friendships f join players me on me.id = ${inviterId} join players p on p.id = ${playerId}
    where f.low_id = least(me.id, p.id) and f.high_id = greatest(me.id, p.id) and f.state = 'accepted'
      and exists (select 1 from group_members m where m.group_id = ${groupId} and m.player_id = me.id)
      and ${whereMayJoin(groupId)}`.execute(trx);
  return rows.length > 0;
}
