import type { AppContext } from '../../../context.server.ts';
import { findPlayerIdByCode, listPlayerAccess, searchByName, type PlayerAccess } from '../access/queries.server.ts';
import { toPlayerSummary, toRelation } from '../access/rules.ts';
import * as rules from './rules.ts';
import { SEARCH_TERM_LENGTH_MAX, type SearchResult } from '../schema.ts';

/**
 * Finds players by the beginning or middle of a name, exact username first; or the owner of a friend code.
 * @throws AppError 'too-many-requests'
 */
export async function findPlayers(ctx: AppContext, playerId: string, typed: string): Promise<SearchResult[]> {
  await ctx.rateLimiter.consume(rules.SEARCHES_PER_MINUTE, playerId);
  const term = typed.trim().replace(/^@/, '').slice(0, SEARCH_TERM_LENGTH_MAX);
  if (term === '' || !term.isWellFormed() || term.includes('\0')) return [];
  // Owners share their code themselves: it also finds players who hide from search by name.
  const owner = await findCodeOwner(ctx, playerId, term);
  if (owner) return [toSearchResult(owner)];
  const found = await searchByName(ctx.queryPrepared, playerId, term, rules.SEARCH_RESULTS_MAX);
  return found.map(toSearchResult);
}

function toSearchResult(row: PlayerAccess): SearchResult {
  return { ...toPlayerSummary(row), relation: toRelation(row) };
}

/** The owner of a friend code, unless that is the actor or somebody who blocked them: the same as a code that nobody has. */
async function findCodeOwner(ctx: AppContext, playerId: string, term: string): Promise<PlayerAccess | null> {
  const code = rules.parseFriendCode(term);
  const ownerId = code && (await findPlayerIdByCode(ctx.queryPrepared, code));
  if (!ownerId || ownerId === playerId) return null;
  const [owner] = await listPlayerAccess(ctx.queryPrepared, playerId, [ownerId]);
  return owner && !owner.blocked_by ? owner : null;
}
