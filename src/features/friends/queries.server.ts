import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { Friendship } from './friendship.rules.ts';
import { ADULT_BANDS, DEFAULT_PRIVACY, whereAgesAllow, whereAgesReach, type PlayerRecord } from './access/rules.ts';

/** For a statement that joins the player as `me` and others as `p`: what counts of what is between them (access/rules.ts). */
const AGES_ALLOW = sql.raw(whereAgesAllow('me', 'p'));

/** Joins a friendship `f` of a player with both players' rows: `me`, and `p` for the other one. */
const joinBoth = (playerId: string) =>
  sql`join players me on me.id = ${playerId} join players p on p.id = case when f.low_id = ${playerId} then f.high_id else f.low_id end`;

/**
 * Locks players' rows until the end of the transaction, always in the same order. This serializes all actions between players, so
 * that counts stay correct until the write.
 */
export async function lockPlayers(trx: Transaction<DB>, playerIds: readonly string[]): Promise<void> {
  await sql`select id from players where id = any (${[...playerIds]}::uuid[]) order by id for no key update`.execute(trx);
}

/** The friendship, paused or not, or the open request between two players. */
export async function findFriendship(db: Kysely<DB>, one: string, other: string): Promise<Friendship | null> {
  const { rows } = await sql<Friendship>`
    select state, requested_by, removed_by, is_renewal from friendships where low_id = least(${one}::uuid, ${other}::uuid) and high_id = greatest(${one}::uuid, ${other}::uuid)`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Inserts a friend request.
 * @param isByCode whoever asks has the other one's friend code, whether or not they needed it: who has it knows the player, and friends like
 * that may do more (AGE_BAND_RULES)
 * @returns false if a request or friendship already exists
 */
export async function insertFriendRequest(trx: Transaction<DB>, from: string, to: string, isByCode: boolean, at: Date): Promise<boolean> {
  const done = await sql`
    insert into friendships (low_id, high_id, state, requested_by, requested_at, is_by_code)
    values (least(${from}::uuid, ${to}::uuid), greatest(${from}::uuid, ${to}::uuid), 'pending', ${from}, ${at}, ${isByCode})
    on conflict (low_id, high_id) do nothing`.execute(trx);
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** Turns a request into a friendship. @param isByCode whoever accepts has the other one's friend code; a request by code stays one */
export async function acceptFriendRequest(trx: Transaction<DB>, one: string, other: string, isByCode: boolean, at: Date): Promise<void> {
  await sql`
    update friendships set state = 'accepted', accepted_at = ${at}, is_renewal = false, is_by_code = is_by_code or ${isByCode}
    where low_id = least(${one}::uuid, ${other}::uuid) and high_id = greatest(${one}::uuid, ${other}::uuid)`.execute(trx);
}

/** Deletes the friendship or request between two players. */
export async function deleteFriendship(trx: Transaction<DB>, one: string, other: string): Promise<void> {
  await sql`
    delete from friendships
    where low_id = least(${one}::uuid, ${other}::uuid) and high_id = greatest(${one}::uuid, ${other}::uuid)`.execute(trx);
}

/**
 * Takes a paused friendship out of one player's own list. The other one still has it, so that nobody gets out of reach for a report; the row
 * goes when both have done so.
 */
export async function removePausedFriendship(trx: Transaction<DB>, playerId: string, other: string): Promise<void> {
  const ofThePair = sql`low_id = least(${playerId}::uuid, ${other}::uuid) and high_id = greatest(${playerId}::uuid, ${other}::uuid)`;
  const done = await sql`
    update friendships set removed_by = ${playerId} where ${ofThePair} and state = 'paused' and removed_by is distinct from ${other}`.execute(
    trx,
  );
  if (done.numAffectedRows === 0n) await sql`delete from friendships where ${ofThePair} and state = 'paused'`.execute(trx);
}

/** The number of open requests a player has sent, and the number of friends each of the two has. */
export async function countRequestsAndFriends(
  trx: Transaction<DB>,
  from: string,
  to: string,
): Promise<{ open: number; mine: number; theirs: number }> {
  const friendsOf = (id: string) =>
    sql`(select count(*) from friendships f ${joinBoth(id)} where f.state = 'accepted' and (f.low_id = ${id} or f.high_id = ${id}) and ${AGES_ALLOW})::int`;
  const { rows } = await sql<{ open: number; mine: number; theirs: number }>`
    select (
        select count(*) from friendships f ${joinBoth(from)}
        where f.state = 'pending' and f.requested_by = ${from} and not f.is_renewal and ${AGES_ALLOW})::int as open,
      ${friendsOf(from)} as mine, ${friendsOf(to)} as theirs`.execute(trx);
  return rows[0] ?? { open: 0, mine: 0, theirs: 0 };
}

/** Records that a request was declined. */
export async function saveDecline(trx: Transaction<DB>, asker: string, decliner: string, at: Date): Promise<void> {
  await sql`
    insert into declined_friend_requests (requester_id, decliner_id, declined_at) values (${asker}, ${decliner}, ${at})
    on conflict (requester_id, decliner_id) do update set declined_at = excluded.declined_at`.execute(trx);
}

/** Returns whether the other player declined a request since a given time. */
export async function wasDeclined(trx: Transaction<DB>, asker: string, decliner: string, since: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('declined_friend_requests')
    .select('requester_id')
    .where('requester_id', '=', asker)
    .where('decliner_id', '=', decliner)
    .where('declined_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the decline: a player who declined and then sends a request lets the other send requests again. */
export async function deleteDecline(trx: Transaction<DB>, asker: string, decliner: string): Promise<void> {
  await trx.deleteFrom('declined_friend_requests').where('requester_id', '=', asker).where('decliner_id', '=', decliner).execute();
}

/** Blocks a player; idempotent. */
export async function insertBlock(trx: Transaction<DB>, playerId: string, blockedId: string): Promise<void> {
  await sql`insert into blocks (player_id, blocked_id) values (${playerId}, ${blockedId}) on conflict do nothing`.execute(trx);
}

/**
 * Deletes the open invitations to groups that a player sent others, or they the player, with their notifications.
 * @returns whose notifications changed
 */
export async function deleteGroupInvitationsBetween(
  trx: Transaction<DB>,
  playerId: string,
  otherIds: readonly string[],
): Promise<string[]> {
  const others = sql`any (${[...otherIds]}::uuid[])`;
  const { rows } = await sql<{ player_id: string }>`
    with gone as (
      delete from group_invitations where state = 'open'
        and ((player_id = ${playerId} and invited_by = ${others}) or (player_id = ${others} and invited_by = ${playerId}))
      returning group_id, player_id)
    delete from notifications n using gone
    where n.player_id = gone.player_id and n.type = 'group_invite' and n.related_id = gone.group_id::text returning n.player_id`.execute(
    trx,
  );
  return rows.map((row) => row.player_id);
}

/** Unblocks a player. */
export async function deleteBlock(trx: Transaction<DB>, playerId: string, blockedId: string): Promise<void> {
  await trx.deleteFrom('blocks').where('player_id', '=', playerId).where('blocked_id', '=', blockedId).execute();
}

/** The ids of a player's friends. */
export async function listFriendIds(db: Database, playerId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from friendships f ${joinBoth(playerId)}
    where f.state = 'accepted' and (f.low_id = ${playerId} or f.high_id = ${playerId}) and ${AGES_ALLOW} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export type FriendRecord = PlayerRecord & {
  shows_online: boolean;
  seen_at: Date | null;
  is_offline: boolean;
  unread: number;
  last_at: Date | null;
  last_body: string | null;
  last_mine: boolean | null;
  sort_at: number;
};

/** A player's friends, most recent conversation first. @param after cursor: microseconds and id of the last friend shown */
export async function listFriends(
  db: Database,
  playerId: string,
  limit: number,
  after: { at: number; id: string } | null,
): Promise<FriendRecord[]> {
  // The page limit applies before the other lookups for each friend.
  const { rows } = await sql<FriendRecord>`
    select friend.id, friend.username, friend.display_name, friend.avatar_url, friend.role,
      coalesce(v.online, ${DEFAULT_PRIVACY.online}) as shows_online, seen.seen_at,
      coalesce(seen.is_offline, true) as is_offline, friend.unread, friend.last_at, m.body as last_body, m.sender_id = ${playerId} as last_mine,
      friend.sort_at
    from (
      select * from (
        select f.low_id, f.high_id, p.id, p.username, p.display_name, p.avatar_url, p.role, c.last_at, c.last_seq,
          coalesce(case when f.low_id = ${playerId} then c.low_unread else c.high_unread end, 0) as unread,
          (extract(epoch from greatest(f.accepted_at, c.last_at)) * 1000000)::bigint as sort_at
        from friendships f ${joinBoth(playerId)} left join conversations c on c.low_id = f.low_id and c.high_id = f.high_id
        where f.state = 'accepted' and (f.low_id = ${playerId} or f.high_id = ${playerId}) and ${AGES_ALLOW}
      ) friends
      ${after ? sql`where (sort_at, id) < (${after.at}, ${after.id}::uuid)` : sql``}
      order by sort_at desc, id desc limit ${limit}
    ) friend
    left join privacy v on v.player_id = friend.id
    left join presence seen on seen.player_id = friend.id
    left join messages m on m.low_id = friend.low_id and m.high_id = friend.high_id and m.seq = friend.last_seq
    order by friend.sort_at desc, friend.id desc`.execute(db);
  return rows;
}

/** `sort_name`: what the list is sorted by. */
export type PausedFriendRecord = PlayerRecord & { sort_name: string };

/**
 * Players with whom a friendship is paused because of the ages, sorted by name, but for those whom the player removed. Accounts that are
 * closed are not shown to anybody.
 * @param after cursor: sort name and id of the last one shown
 */
export async function listPausedFriends(
  db: Database,
  playerId: string,
  limit: number,
  after: { name: string; id: string } | null,
): Promise<PausedFriendRecord[]> {
  const { rows } = await sql<PausedFriendRecord>`
    select p.id, p.username, p.display_name, p.avatar_url, p.role, lower(p.display_name) as sort_name
    from friendships f ${joinBoth(playerId)}
    where f.state = 'paused' and f.removed_by is distinct from ${playerId} and p.closed_as is null
      and (f.low_id = ${playerId} or f.high_id = ${playerId})
      ${after ? sql`and (lower(p.display_name), p.id) > (${after.name}, ${after.id}::uuid)` : sql``}
    order by lower(p.display_name), p.id limit ${limit}`.execute(db);
  return rows;
}

/** Friends who are online and share their presence, sorted by name. @param since players seen after this time count as online */
export async function listOnlineFriends(db: Database, playerId: string, since: Date, limit: number): Promise<PlayerRecord[]> {
  const { rows } = await sql<PlayerRecord>`
    select p.id, p.username, p.display_name, p.avatar_url, p.role
    from friendships f ${joinBoth(playerId)}
      join presence seen on seen.player_id = p.id and not seen.is_offline and seen.seen_at > ${since}
    where f.state = 'accepted' and (f.low_id = ${playerId} or f.high_id = ${playerId}) and ${AGES_ALLOW}
      and not exists (select 1 from privacy v where v.player_id = p.id and not v.online)
    order by lower(p.display_name), p.id limit ${limit}`.execute(db);
  return rows;
}

export type RequestRecord = PlayerRecord & { requested_at: Date; is_renewal: boolean };

/** Open requests that a player sent or received, newest first. */
export async function listOpenRequests(
  db: Database,
  playerId: string,
  direction: 'sent' | 'received',
  limit: number,
  first: string | null = null,
): Promise<RequestRecord[]> {
  const { rows } = await sql<RequestRecord>`
    select p.id, p.username, p.display_name, p.avatar_url, p.role, f.requested_at, f.is_renewal
    from friendships f ${joinBoth(playerId)}
    where f.state = 'pending' and (f.low_id = ${playerId} or f.high_id = ${playerId}) and ${AGES_ALLOW}
      and ${direction === 'sent' ? sql`f.requested_by = ${playerId}` : sql`f.requested_by <> ${playerId}`}
    order by (p.id = ${first}::uuid) desc nulls last, f.requested_at desc, p.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * How many of a player's friends are friends of others, too: one statement for a whole list. A grown-up whom the guardian of a player under 18
 * approved is nobody by whom two children know each other.
 * @returns the numbers by the others' ids; it omits those without shared friends
 */
export async function countSharedFriends(db: Database, playerId: string, others: string[]): Promise<Map<string, number>> {
  if (others.length === 0) return new Map();
  const { rows } = await sql<{ other: string; shared: number }>`
    with mine as (
      select p.id as friend from friendships f ${joinBoth(playerId)}
      where f.state = 'accepted' and (f.low_id = ${playerId} or f.high_id = ${playerId}) and ${AGES_ALLOW}
        and (me.age_band in ${sql.raw(ADULT_BANDS)} or p.age_band not in ${sql.raw(ADULT_BANDS)}) is not false
    ), theirs as (
      select low_id as other, high_id as friend from friendships where state = 'accepted' and low_id = any (${others}::uuid[])
      union all
      select high_id, low_id from friendships where state = 'accepted' and high_id = any (${others}::uuid[])
    )
    select other, count(*)::int as shared from theirs join mine using (friend) group by other`.execute(db);
  return new Map(rows.map((row) => [row.other, row.shared]));
}

/** A player's number of friends and of received requests. */
export async function countFriendsAndRequests(db: Database, playerId: string): Promise<{ friends: number; requests: number }> {
  const { rows } = await sql<{ friends: number; requests: number }>`
    select (count(*) filter (where f.state = 'accepted'))::int as friends,
      (count(*) filter (where f.state = 'pending' and f.requested_by <> ${playerId}))::int as requests
    from friendships f ${joinBoth(playerId)}
    where f.state <> 'paused' and (f.low_id = ${playerId} or f.high_id = ${playerId}) and ${AGES_ALLOW}`.execute(db);
  return rows[0] ?? { friends: 0, requests: 0 };
}

export type BlockRecord = { id: string; created_at: Date; player: PlayerRecord | null };

/**
 * Players whom a player blocked, latest first. `player` is null where the ages keep the two apart, while one of the ages is not known, and
 * where the account is closed.
 */
export async function listBlockedPlayers(db: Database, playerId: string, limit: number): Promise<BlockRecord[]> {
  const { rows } = await sql<PlayerRecord & { created_at: Date; in_reach: boolean }>`
    select p.id, p.username, p.display_name, p.avatar_url, p.role, b.created_at, coalesce(${sql.raw(whereAgesReach('me', 'p'))}, false) as in_reach
    from blocks b join players p on p.id = b.blocked_id join players me on me.id = b.player_id
    where b.player_id = ${playerId} order by b.created_at desc limit ${limit}`.execute(db);
  return rows.map(({ created_at, in_reach, ...player }) => ({ id: player.id, created_at, player: in_reach ? player : null }));
}

/** Records that players are online, or that they have just gone offline. */
export async function savePresence(db: Database, playerIds: string[], at: Date, isOffline: boolean): Promise<void> {
  await sql`
    insert into presence (player_id, seen_at, is_offline) select id, ${at}, ${isOffline} from players where id = any (${playerIds}::uuid[]) order by id
    on conflict (player_id) do update set seen_at = greatest(presence.seen_at, excluded.seen_at), is_offline = excluded.is_offline`.execute(
    db,
  );
}

/** The names of a player. */
export async function getPlayerNames(trx: Kysely<DB>, playerId: string): Promise<{ displayName: string; username: string }> {
  return trx.selectFrom('players').select(['display_name as displayName', 'username']).where('id', '=', playerId).executeTakeFirstOrThrow();
}

/**
 * For each of these players, the friends who may see their presence. The result omits players who hide their presence or have no friends.
 */
export async function listPresenceSubscribers(db: Database, playerIds: string[]): Promise<{ who: string; friends: string[] }[]> {
  const { rows } = await sql<{ who: string; friends: string[] }>`
    select who, array_agg(friend::text) as friends from (
      select low_id as who, high_id as friend from friendships where state = 'accepted' and low_id = any (${playerIds}::uuid[])
      union all
      select high_id, low_id from friendships where state = 'accepted' and high_id = any (${playerIds}::uuid[])
    ) pairs join players me on me.id = who join players p on p.id = friend
    where ${AGES_ALLOW} and not exists (select 1 from privacy where player_id = who and not online) group by who`.execute(db);
  return rows;
}

/** Marks players as offline who were online, were last seen before a given time, and did not sign off. @returns their ids */
export async function markOffline(db: Database, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ player_id: string }>`
    update presence set is_offline = true
    where player_id in (select player_id from presence where not is_offline and seen_at < ${before} order by player_id limit ${limit} for update skip locked)
      and not is_offline and seen_at < ${before}
    returning player_id`.execute(db);
  return rows.map((row) => row.player_id);
}

/** Deletes expired declines. */
export async function deleteDeclinesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('declined_friend_requests').where('declined_at', '<', before).execute();
}
