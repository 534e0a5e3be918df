import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { addressOf } from '../catalogue/service.server.ts';
import * as queries from './queries.server.ts';
import { plainNormal, planSearch, searchable, tokensOf } from './rules.ts';
import { RESULTS_MAX, type SearchHit, type SearchResults } from './schema.ts';

/**
 * Games by title, developer and tags, best match first, at most 20: the whole title, then words as typed, then words
 * that begin so, then what was probably meant; among these the title before the developer before a tag, then the most
 * played. Texts under 2 characters find nothing (spec 1, section 5; readings.md).
 */
export async function searchGames(ctx: AppContext, actor: Actor, query: string): Promise<SearchResults> {
  authorize(actor, 'game:search');
  const text = searchable(query);
  if (text === null) return { query: query.trim(), games: [] };
  const normal = plainNormal(text) ?? (await queries.normalText(ctx.queryPrepared, text));
  const tokens = tokensOf(normal);
  if (tokens.length === 0) return { query: text, games: [] };
  const [titled, groups] = await Promise.all([queries.gamesByTitle(ctx.queryPrepared, normal, RESULTS_MAX), wordGroups(ctx, tokens)]);
  const rows = [...titled, ...(await gamesOf(ctx, groups))];
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, RESULTS_MAX);
  return { query: text, games: unique.map((row) => presentHit(ctx, row)) };
}

async function wordGroups(ctx: AppContext, tokens: string[]) {
  const known = await queries.knownWords(ctx.queryPrepared, tokens);
  const found = new Set(known.map((word) => word.token));
  // A single letter beside other words is too little to guess from.
  const places = tokens.map((_, place) => place).filter((place) => !found.has(place) && (tokens[place] as string).length > 2);
  const meant =
    places.length > 0
      ? await queries.meantWords(
          ctx.queryPrepared,
          places.map((place) => tokens[place] as string),
          places,
        )
      : [];
  return planSearch([...known, ...meant]);
}

async function gamesOf(ctx: AppContext, groups: Awaited<ReturnType<typeof wordGroups>>): Promise<queries.HitRow[]> {
  const [rarest, ...others] = groups;
  if (!rarest) return [];
  if (others.length === 0) return queries.gamesByOne(ctx.queryPrepared, rarest, RESULTS_MAX);
  const all = await queries.gamesByAll(ctx.queryPrepared, groups, RESULTS_MAX);
  // Nothing has all the words: the rarest says most about what is looked for.
  return all.length > 0 ? all : queries.gamesByOne(ctx.queryPrepared, rarest, RESULTS_MAX);
}

function presentHit(ctx: AppContext, row: queries.HitRow): SearchHit {
  return { id: row.id, title: row.title, developer: row.developer ?? '', cover: addressOf(ctx, row.cover, '/media') };
}
