import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { whereAgesReach } from '../access/rules.ts';

export type FriendshipChange = {
  otherId: string;
  /** Of the other player. */
  displayName: string;
  username: string;
  change: 'paused' | 'asked' | 'deleted' | 'hidden' | 'kept';
};

/**
 * Locks players' friendships and requests until the end of the transaction, which has locked these players' own rows. The other players' rows
 * are only held against erasure: locking them as `lockPlayers` of friends does could not keep its order any more. Nobody changes what is
 * between two players without both their rows but a change of the other one's band: of two such changes at once the second waits here for
 * the first, and sees its outcome. Whoever changes several players locks the friendships of all of them at once, to keep their order.
 */
export async function lockFriendships(trx: Transaction<DB>, playerIds: readonly string[]): Promise<void> {
  const ids = [...playerIds];
  await sql`
    select 1 from players where id in (
      select high_id from friendships where low_id = any (${ids}::uuid[])
      union all select low_id from friendships where high_id = any (${ids}::uuid[]))
    order by id for key share`.execute(trx);
  await sql`
    select 1 from friendships where low_id = any (${ids}::uuid[]) or high_id = any (${ids}::uuid[]) order by low_id, high_id for update`.execute(
    trx,
  );
}

/**
 * Brings a player's friendships and requests in line with the ages and with what guardians approved, all in one statement: pauses friendships, turns paused ones into requests
 * from the other player (and back; unless `asksAnew` is false), or deletes them if one of the two has removed the other, and deletes requests. An age that is not known
 * changes nothing. Rows of a closed account stay as they are: they open nothing while it is closed (whereAgesReach), and count again when it is open.
 * @returns what changed; 'hidden': nothing but that the player's account is closed; 'kept': nothing, the two are friends
 */
export async function alignFriendships(trx: Transaction<DB>, playerId: string, at: Date, asksAnew: boolean): Promise<FriendshipChange[]> {
  const { rows } = await sql<FriendshipChange>`
    with pairs as (
      select f.low_id, f.high_id, f.state, f.removed_by, f.is_renewal, p.id as other_id, p.display_name, p.username, me.closed_as is not null as is_closed,
        case when me.closed_as is null and p.closed_as is null then ${sql.raw(whereAgesReach('me', 'p'))} end as may_be
      from friendships f
        join players me on me.id = ${playerId}
        join players p on p.id = case when f.low_id = ${playerId} then f.high_id else f.low_id end
      where f.low_id = ${playerId} or f.high_id = ${playerId}
    ), paused as (
      update friendships f set state = 'paused', accepted_at = coalesce(f.accepted_at, ${at}), is_renewal = false from pairs
      where f.low_id = pairs.low_id and f.high_id = pairs.high_id and not pairs.may_be and (pairs.state = 'accepted' or pairs.is_renewal)
      returning other_id
    ), asked as (
      update friendships f set state = 'pending', requested_by = other_id, requested_at = ${at}, accepted_at = null, is_renewal = true from pairs
      where f.low_id = pairs.low_id and f.high_id = pairs.high_id and pairs.state = 'paused' and pairs.may_be and pairs.removed_by is null and ${asksAnew}::boolean
      returning other_id
    ), deleted as (
      delete from friendships f using pairs
      where f.low_id = pairs.low_id and f.high_id = pairs.high_id
        and ((pairs.state = 'pending' and not pairs.is_renewal and not pairs.may_be) or (pairs.state = 'paused' and pairs.may_be and pairs.removed_by is not null))
      returning other_id
    ), changes as (
      select other_id, 'paused' as change from paused
      union all select other_id, 'asked' from asked
      union all select other_id, 'deleted' from deleted
      union all select other_id, 'hidden' from pairs where is_closed and state <> 'paused'
      union all select other_id, 'kept' from pairs where may_be and state = 'accepted'
    )
    select other_id as "otherId", display_name as "displayName", username, change from changes join pairs using (other_id)`.execute(trx);
  return rows;
}

/** Whether a player is in a group, which a change of age may end. */
export async function isInGroup(trx: Transaction<DB>, playerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from group_members m join groups g on g.id = m.group_id and g.closed_at is null where m.player_id = ${playerId} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}
