import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { whereAgesReach } from '../access/rules.ts';

export type FriendshipChange = { otherId: string; change: 'paused' | 'resumed' | 'deleted' };

/**
 * Locks a player's friendships and requests until the end of the transaction, which has locked the player's own row. The other players' rows
 * are only held against erasure: locking them as `lockPlayers` of friends does could not keep its order any more. Nobody changes what is
 * between two players without both their rows but a change of the other one's band: of two such changes at once the second waits here for
 * the first, and sees its outcome.
 */
export async function lockFriendships(trx: Transaction<DB>, playerId: string): Promise<void> {
  await sql`
    select 1 from players where id in (
      select high_id from friendships where low_id = ${playerId} union all select low_id from friendships where high_id = ${playerId})
    order by id for key share`.execute(trx);
  await sql`
    select 1 from friendships where low_id = ${playerId} or high_id = ${playerId} order by low_id, high_id for update`.execute(trx);
}

/**
 * Brings a player's friendships and requests in line with the ages, all in one statement: pauses friendships, resumes paused ones, and deletes
 * requests. An age that is not known changes nothing; an account that is closed reaches nobody.
 * @returns what changed
 */
export async function alignFriendships(trx: Transaction<DB>, playerId: string): Promise<FriendshipChange[]> {
  const { rows } = await sql<FriendshipChange>`
    with pairs as (
      select f.low_id, f.high_id, f.state, p.id as other_id, me.closed_as is null and p.closed_as is null and ${sql.raw(whereAgesReach('me', 'p'))} as may_be
      from friendships f
        join players me on me.id = ${playerId}
        join players p on p.id = case when f.low_id = ${playerId} then f.high_id else f.low_id end
      where f.low_id = ${playerId} or f.high_id = ${playerId}
    ), paused as (
      update friendships f set state = 'paused' from pairs
      where f.low_id = pairs.low_id and f.high_id = pairs.high_id and pairs.state = 'accepted' and not pairs.may_be returning other_id
    ), resumed as (
      update friendships f set state = 'accepted' from pairs
      where f.low_id = pairs.low_id and f.high_id = pairs.high_id and pairs.state = 'paused' and pairs.may_be returning other_id
    ), deleted as (
      delete from friendships f using pairs
      where f.low_id = pairs.low_id and f.high_id = pairs.high_id and pairs.state = 'pending' and not pairs.may_be returning other_id
    )
    select other_id as "otherId", 'paused' as change from paused
    union all select other_id, 'resumed' from resumed
    union all select other_id, 'deleted' from deleted`.execute(trx);
  return rows;
}
