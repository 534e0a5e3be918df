import type { AppContext } from '../../../context.server.ts';
import type { QueryPrepared } from '../../../infra/database/database.ts';
import { authorize, listContentMarks, type Actor, type ContentMark } from '../../../shared/permissions.ts';
import { urlForAsset } from '../catalogue/service.server.ts';
import * as queries from './queries.server.ts';
import { GAME_SYNONYMS, interpretWords, listSynonymsOfSimilar } from '../../synonyms/rules.ts';
import { normalizeAscii, groupByToken, parseQuery, tokenize, type WordMatch } from './rules.ts';
import { RESULTS_MAX, type SearchHit, type SearchResults } from './schema.ts';

/**
 * Searches the games that the actor sees by title, developer and tags, best match first, at most 20. Order: the whole title, then words as typed, then words that
 * start with the typed ones, then words that mean the same, then words that have them inside, then similar words; within these, title
 * before developer before tag, then the most played. Texts under 2 characters find nothing (spec 1, section 5; readings.md).
 */
export async function searchGames(ctx: AppContext, actor: Actor, query: string): Promise<SearchResults> {
  authorize(actor, 'game:search');
  const text = parseQuery(query);
  if (text === null) return { query: query.trim(), games: [] };
  const { queryPrepared } = ctx.publicReads();
  const normal = normalizeAscii(text) ?? (await queries.normalizeText(queryPrepared, text));
  const tokens = tokenize(normal);
  if (tokens.length === 0) return { query: text, games: [] };
  const marks = listContentMarks(actor);
  const [titleMatches, groups] = await Promise.all([
    queries.searchByTitle(queryPrepared, marks, normal, RESULTS_MAX),
    findWordGroups(queryPrepared, marks, tokens),
  ]);
  const rows = [...titleMatches, ...(await searchWordGroups(queryPrepared, marks, groups))];
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, RESULTS_MAX);
  return { query: text, games: unique.map((row) => toSearchHit(ctx, row)) };
}

async function findWordGroups(queryPrepared: QueryPrepared, marks: ContentMark[], words: string[]): Promise<WordMatch[][]> {
  const terms = interpretWords(words, GAME_SYNONYMS);
  const synonyms = terms.flatMap((term, place) => term.synonyms.map((word) => ({ word, place })));
  const matches = await queries.listMatchingWords(
    queryPrepared,
    marks,
    terms.map(({ word }) => word ?? ''),
    synonyms,
    // Of several words, a game may have one inside another: there no match may be missing.
    terms.length === 1 ? RESULTS_MAX : null,
  );
  const matched = new Set(matches.map((match) => match.token));
  // Words of one or two letters are too short for typo matching.
  const unmatched = terms.flatMap(({ word }, place) => (word !== null && word.length > 2 && !matched.has(place) ? [{ word, place }] : []));
  return groupByToken([...matches, ...(unmatched.length > 0 ? await findSimilarWords(queryPrepared, marks, unmatched) : [])]);
}

/** Words of the vocabulary that differ from the typed ones by a slip, and the synonyms of such words. */
async function findSimilarWords(queryPrepared: QueryPrepared, marks: ContentMark[], typed: queries.TermWord[]): Promise<WordMatch[]> {
  const synonyms = typed.flatMap(({ word, place }) => listSynonymsOfSimilar(word, GAME_SYNONYMS).map((each) => ({ word: each, place })));
  const [similar, meant] = await Promise.all([
    queries.listSimilarWords(queryPrepared, marks, typed),
    synonyms.length > 0 ? queries.listMatchingWords(queryPrepared, marks, [], synonyms, null) : [],
  ]);
  return [...similar, ...meant.map((match) => ({ ...match, how: 'synonym of typo' as const }))];
}

async function searchWordGroups(queryPrepared: QueryPrepared, marks: ContentMark[], groups: WordMatch[][]): Promise<queries.HitRow[]> {
  const [rarest, ...others] = groups;
  if (!rarest) return [];
  if (others.length === 0) return queries.searchByAnyWord(queryPrepared, marks, rarest, RESULTS_MAX);
  const all = await queries.searchByAllWords(queryPrepared, marks, groups, RESULTS_MAX);
  // No game has all the words: the rarest word says most about what the person wants.
  return all.length > 0 ? all : queries.searchByAnyWord(queryPrepared, marks, rarest, RESULTS_MAX);
}

function toSearchHit(ctx: AppContext, row: queries.HitRow): SearchHit {
  return { id: row.id, title: row.title, developer: row.developer ?? '', cover: urlForAsset(ctx, row.cover, '/media') };
}
