import type { AppContext } from '../../../context.server.ts';
import { toCounterKey } from '../../../infra/counter-key.ts';
import { findMemberSince } from '../../library/queries.server.ts';
import { listPlayerAccess, searchByName, type PlayerAccess } from '../access/queries.server.ts';
import { toPlayerSummary, toRelation } from '../access/rules.ts';
import { findPlayerIdByCode } from '../codes/queries.server.ts';
import { parseFriendCode } from '../codes/rules.ts';
import * as rules from './rules.ts';
import { SEARCH_TERM_LENGTH_MAX, type SearchResult, type SearchWait } from '../schema.ts';

type SearchOutcome = { results: SearchResult[]; wait: null } | { results: null; wait: SearchWait };

/**
 * Finds players by the beginning or middle of a name, exact username first; or the owner of a friend code.
 * @returns what was found, or how long the player has to wait because they searched too often
 */
export async function findPlayers(ctx: AppContext, playerId: string, typed: string): Promise<SearchOutcome> {
  const [perMinute] = await ctx.rateLimiter.increment([[rules.SEARCHES_PER_MINUTE, playerId]]);
  if (perMinute && perMinute.used > rules.SEARCHES_PER_MINUTE.points)
    return { results: null, wait: { per: 'minute', seconds: perMinute.seconds } };
  const term = typed.trim().replace(/^@/, '').slice(0, SEARCH_TERM_LENGTH_MAX);
  if (term === '' || !term.isWellFormed() || term.includes('\0')) return { results: [], wait: null };
  // Owners share their code themselves: it also finds players who hide from search by name, and is no search by name.
  const owner = await findCodeOwner(ctx, playerId, term);
  if (owner) return { results: [owner], wait: null };
  const wait = await countNameSearch(ctx, playerId, term);
  if (wait) return { results: null, wait };
  const found = await searchByName(ctx.queryPrepared, playerId, term, rules.SEARCH_RESULTS_MAX);
  return { results: found.map((row) => toSearchResult(row, null)), wait: null };
}

/** @param code the friend code that was searched for */
function toSearchResult(row: PlayerAccess, code: string | null): SearchResult {
  return {
    ...toPlayerSummary(row),
    relation: toRelation(row),
    asking: code !== null && row.asking === 'code' ? 'open' : row.asking,
    code,
    opensByCode: code !== null && row.opens_by_code,
  };
}

/**
 * The owner of a friend code, unless that is the actor, somebody who blocked them, or a stranger whose age they do not reach or whose
 * contacts are paused: the same as a code that nobody has.
 */
async function findCodeOwner(ctx: AppContext, playerId: string, term: string): Promise<SearchResult | null> {
  const code = parseFriendCode(term);
  const ownerId = code && (await findPlayerIdByCode(ctx.queryPrepared, code));
  if (!ownerId || ownerId === playerId) return null;
  const [owner] = await listPlayerAccess(ctx.queryPrepared, playerId, [ownerId]);
  if (!owner || owner.blocked_by) return null;
  const isFound = owner.relation !== 'none' || (owner.in_reach && !owner.is_paused);
  return isFound ? toSearchResult(owner, code) : null;
}

/** Counts a search by name against the daily limit of new players. @returns null if the player may search */
async function countNameSearch(ctx: AppContext, playerId: string, term: string): Promise<SearchWait | null> {
  const joined = await findMemberSince(ctx.db, playerId);
  if (joined && !rules.isNewPlayer(joined, ctx.now())) return null;
  // The counter stores no name that somebody looked for.
  const again = `${playerId} ${toCounterKey(ctx.secret, `search ${term.toLowerCase()}`)}`;
  if (await ctx.rateLimiter.isCounted(rules.SAME_SEARCH, again)) return null;
  const [perDay] = await ctx.rateLimiter.increment([[rules.NEW_PLAYER_SEARCHES_PER_DAY, playerId]]);
  if (perDay && perDay.used > rules.NEW_PLAYER_SEARCHES_PER_DAY.points) return { per: 'day', seconds: perDay.seconds };
  await ctx.rateLimiter.increment([[rules.SAME_SEARCH, again]]);
  return null;
}
