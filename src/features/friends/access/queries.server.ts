import { CompiledQuery, type Transaction } from 'kysely';
import type { QueryPrepared } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { AGE_BAND_RULES, AGE_BANDS, type AgeBand } from '../../../shared/permissions.ts';
import type { AskingAccess } from '../schema.ts';
import {
  ADULT_BANDS,
  DEFAULT_PRIVACY,
  IS_ACTIVE_ACCOUNT,
  listBandsWhere,
  whereAgesAllow,
  whereAgesReach,
  type PlayerRecord,
} from './rules.ts';

// The only place that knows which players may reach each other. Every query about another player starts here.

/**
 * The relation between two players and what the first may do, from the first one's point of view. All callers share one statement, so
 * that no page can forget a rule.
 */
export type PlayerAccess = PlayerRecord & {
  created_at: Date;
  relation: 'none' | 'sent' | 'received' | 'friends';
  /** The first player blocked the second. */
  blocked: boolean;
  /** The second player blocked the first: for the first, the second does not exist. */
  blocked_by: boolean;
  /** The whole profile. */
  may_see: boolean;
  /** In searches: the names and the picture. By which part of a name is a matter of the second one's age (SEARCH). */
  may_find: boolean;
  /** A page of the second player: the whole profile, or, unless that is for nobody, the names and the picture, which a search shows too. */
  may_visit: boolean;
  /** The ages of the two let them be in touch. */
  in_reach: boolean;
  /** Whether the first player can ask to be the second one's friend. */
  asking: AskingAccess;
  /** They are friends, not by code, and of an age that may do more with friends by code while no guardian has answered. */
  opens_by_code: boolean;
  /** They are friends, but for their ages, and the first has not removed the second: they still see the names, and nothing else. */
  friendship_paused: boolean;
  /** Reports paused the second player's new contacts: whoever has no relation to them cannot find or ask them for now. */
  is_paused: boolean;
  shows_online: boolean;
  seen_at: Date | null;
  is_offline: boolean;
};

// Players who never saved their settings have no row.
const PROFILE_AUDIENCE = `coalesce(v.profile, '${DEFAULT_PRIVACY.profile}')`;
const FINDING_AUDIENCE = `coalesce(v.finding, '${DEFAULT_PRIVACY.finding}')`;
const ASKING_AUDIENCE = `coalesce(v.asking, '${DEFAULT_PRIVACY.asking}')`;
const SHOWS_ONLINE = `coalesce(v.online, ${DEFAULT_PRIVACY.online})`;

const NOBODY_BLOCKED = 'theirs.player_id is null and mine.player_id is null';
const IN_REACH = `coalesce(${whereAgesReach('me', 'p')}, false)`;
const AGES_ALLOW = whereAgesAllow('me', 'p');
// While an age is not known, friendships and requests from before stay. A paused friendship is none.
const ARE_FRIENDS = `(coalesce(f.state = 'accepted', false) and ${AGES_ALLOW})`;
const ARE_RELATED = `(coalesce(f.state in ('pending', 'accepted'), false) and ${AGES_ALLOW})`;
const MAY_SEE = `((${PROFILE_AUDIENCE} = 'everyone' and (${IN_REACH} or ${ARE_FRIENDS})) or (${PROFILE_AUDIENCE} = 'friends' and ${ARE_FRIENDS}))`;
const MAY_FIND = `((${FINDING_AUDIENCE} = 'everyone' and pause.player_id is null and ${IN_REACH}) or ${ARE_RELATED})`;
// A grown-up whom a guardian approved opens the way for themselves, and for nobody else.
const SHARE_A_FRIEND = `exists (
    select 1 from (
      select high_id as id from friendships where low_id = $1 and state = 'accepted'
      union all select low_id from friendships where high_id = $1 and state = 'accepted'
    ) friend join friendships g on g.low_id = least(friend.id, p.id) and g.high_id = greatest(friend.id, p.id) and g.state = 'accepted'
    join players between_them on between_them.id = friend.id and ${whereAgesAllow('me', 'between_them')} and ${whereAgesAllow('between_them', 'p')}
      and coalesce(between_them.age_band not in ${ADULT_BANDS}, true))`;
// Whom a guardian approved knows the child: that is more than a code.
const ASKING = `case
    when not (${NOBODY_BLOCKED} and ${ASKING_AUDIENCE} = 'everyone' and pause.player_id is null and ${IN_REACH}) then 'closed'
    when p.age_band in ${listBandsWhere((rules) => rules.isAskedBy === 'code-or-shared-friend')} and me.age_band not in ${ADULT_BANDS}
      and not ${SHARE_A_FRIEND} then 'code'
    else 'open' end`;

const MAY_MORE_BY_CODE = listBandsWhere((rules) => rules.alone.chat === 'phrases-by-code');

const ACCESS_COLUMNS = `
  p.id, p.username, p.display_name, p.avatar_url, p.role, p.created_at,
  case when not ${ARE_RELATED} then 'none' when f.state = 'accepted' then 'friends' when f.requested_by = $1 then 'sent' else 'received' end as relation,
  mine.player_id is not null as blocked,
  theirs.player_id is not null as blocked_by,
  ${NOBODY_BLOCKED} and ${MAY_SEE} as may_see,
  ${NOBODY_BLOCKED} and ${MAY_FIND} as may_find,
  ${NOBODY_BLOCKED} and (${MAY_SEE} or (${PROFILE_AUDIENCE} <> 'private' and ${MAY_FIND})) as may_visit,
  ${IN_REACH} as in_reach,
  ${ASKING} as asking,
  coalesce(${ARE_FRIENDS} and not f.is_by_code and me.age_band in ${MAY_MORE_BY_CODE}, false) as opens_by_code,
  coalesce(f.state = 'paused' and f.removed_by is distinct from $1, false) as friendship_paused,
  pause.player_id is not null as is_paused,
  ${SHOWS_ONLINE} and ${ARE_FRIENDS} as shows_online,
  seen.seen_at, coalesce(seen.is_offline, true) as is_offline`;
const ACCESS_JOINS = `
  left join players me on me.id = $1
  left join friendships f on f.low_id = least($1, p.id) and f.high_id = greatest($1, p.id)
  left join blocks mine on mine.player_id = $1 and mine.blocked_id = p.id
  left join blocks theirs on theirs.player_id = p.id and theirs.blocked_id = $1
  left join privacy v on v.player_id = p.id
  left join contact_pauses pause on pause.player_id = p.id
  left join presence seen on seen.player_id = p.id`;

const ACCESS = {
  name: 'reach of players',
  text: `select ${ACCESS_COLUMNS} from players p ${ACCESS_JOINS} where p.id = any ($2::uuid[]) and ${IS_ACTIVE_ACCOUNT} and p.id <> $1`,
};

/** How one player relates to others. The result omits unknown players. */
export function listPlayerAccess(prepared: QueryPrepared, from: string, to: string[]): Promise<PlayerAccess[]> {
  return prepared<PlayerAccess>(ACCESS, [from, to]);
}

/** A player beside whom the first one stands in something that both joined, such as a group: what the first may see of them there. */
export type CompanionAccess = PlayerRecord &
  Pick<PlayerAccess, 'may_see' | 'shows_online' | 'seen_at' | 'is_offline'> & { is_friend: boolean };

// Less than ACCESS reads: a player has many companions, and nobody asks here who may ask whom.
const COMPANIONS = {
  name: 'companions of a player',
  text: `select p.id, p.username, p.display_name, p.avatar_url, p.role, ${ARE_FRIENDS} as is_friend, ${MAY_SEE} as may_see,
      ${SHOWS_ONLINE} and ${ARE_FRIENDS} as shows_online, seen.seen_at, coalesce(seen.is_offline, true) as is_offline
    from players p ${ACCESS_JOINS}
    where p.id = any ($2::uuid[]) and ${IS_ACTIVE_ACCOUNT} and p.id <> $1 and ${NOBODY_BLOCKED} and (${IN_REACH} or ${ARE_FRIENDS})`,
};

/**
 * Those among these players whom a player sees in something that both joined. The result omits the player, whom one of the two blocked, whom
 * the ages keep apart, and accounts that are not there for others.
 */
export function listCompanions(prepared: QueryPrepared, from: string, ids: string[]): Promise<CompanionAccess[]> {
  return prepared<CompanionAccess>(COMPANIONS, [from, ids]);
}

const SHARED_GROUP = {
  name: 'shared group of two players',
  text: `select 1 from group_members mine
      join group_members theirs on theirs.group_id = mine.group_id and theirs.player_id = $2
      join groups g on g.id = mine.group_id and g.closed_at is null
    where mine.player_id = $1 limit 1`,
};

/**
 * Whether a player sees another one because both are in one group, whatever that one chose for searches and whoever paused their contacts: who
 * is seen there can be blocked and reported, and both are done on their page. A block and the ages keep them apart there too.
 */
export async function isSeenInGroup(prepared: QueryPrepared, playerId: string, row: PlayerAccess): Promise<boolean> {
  if (row.blocked_by || !row.in_reach) return false;
  return (await prepared(SHARED_GROUP, [playerId, row.id])).length > 0;
}

/** Candidates that each index contributes to the ranking. */
const CANDIDATES_PER_INDEX = 100;

// Subqueries that run per candidate: as joins, PostgreSQL would read whole tables for a list that ends after a few rows.
const IS_FINDABLE = `q.email_confirmed and q.id <> $1
  and (select 1 from blocks b where b.player_id = $1 and b.blocked_id = q.id) is null
  and (select 1 from blocks b where b.player_id = q.id and b.blocked_id = $1) is null
  and ((coalesce((select w.finding from privacy w where w.player_id = q.id), '${DEFAULT_PRIVACY.finding}') = 'everyone'
      and (select 1 from contact_pauses pause where pause.player_id = q.id) is null)
    or (select g.state from friendships g where g.low_id = least($1, q.id) and g.high_id = greatest($1, q.id)) in ('pending', 'accepted'))`;

const SEARCHERS_BAND = '(select s.age_band from players s where s.id = $1)';

/**
 * Candidates of one band, from three indexes, each with its own limit: prefixes of either name, and (from three characters on, the size of a
 * trigram) substrings of either name. Nothing is read if the searcher's band does not reach it.
 */
function selectByPartOfName(band: AgeBand): string {
  const where = `q.age_band = ${band} and ${SEARCHERS_BAND} in ${listBandsWhere((rules) => rules.reaches.includes(band))}`;
  return `
      (select id from players q where ${where} and q.username >= $2 and q.username < $2 || '~' and ${IS_FINDABLE}
        order by q.username limit ${CANDIDATES_PER_INDEX})
      union
      (select id from players q where ${where} and lower(q.display_name) collate "C" >= $2 and lower(q.display_name) collate "C" < $2 || chr(1114111)
        and ${IS_FINDABLE} order by lower(q.display_name) collate "C" limit ${CANDIDATES_PER_INDEX})
      union
      (select id from players q where ${where} and length($2) >= 3 and (q.username like '%' || $3 || '%' or lower(q.display_name) like '%' || $3 || '%')
        and ${IS_FINDABLE} limit ${CANDIDATES_PER_INDEX})`;
}

// Anybody is a candidate by the exact username. Candidates by a part of a name are chosen band by band: players whom the searcher cannot find
// are so many that they would fill a common limit.
const SEARCH = {
  name: 'search players',
  text: `
    select ${ACCESS_COLUMNS} from (
      ${[
        'select id from players q where q.username = $2',
        ...AGE_BANDS.filter((band) => AGE_BAND_RULES[band].isFoundBy === 'part-of-name').map(selectByPartOfName),
      ].join('\n      union')}
    ) found join players p on p.id = found.id ${ACCESS_JOINS}
    where p.id <> $1 and ${IS_ACTIVE_ACCOUNT}
      and ${NOBODY_BLOCKED} and ${MAY_FIND}
    order by (p.username = $2) desc, starts_with(p.username, $2) desc, length(p.username), p.username limit $4`,
};

/**
 * Players whose username or display name contains the term, or whose whole username it is if their age lets nobody find them by a part,
 * exact username first; excludes players who hide from search, blocked players, and those whom the searcher's age does not reach.
 */
export function searchByName(prepared: QueryPrepared, from: string, term: string, limit: number): Promise<PlayerAccess[]> {
  const like = term.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  return prepared<PlayerAccess>(SEARCH, [from, term.toLowerCase(), like, limit]);
}

/** How one player relates to another, as seen by this transaction. */
export async function listPlayerAccessInTransaction(trx: Transaction<DB>, from: string, to: string): Promise<PlayerAccess[]> {
  return (await trx.executeQuery<PlayerAccess>(CompiledQuery.raw(ACCESS.text, [from, [to]]))).rows;
}
