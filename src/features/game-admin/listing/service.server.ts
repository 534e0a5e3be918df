import type { AppContext } from '../../../context.server.ts';
import { decodeCursor, encodeCursor, toPage } from '../../../shared/paging.ts';
import { authorize, SYSTEM, type Actor } from '../../../shared/permissions.ts';
import { gameIdSchema } from '../../games/catalogue/forms.server.ts';
import { searchGames } from '../../games/search/service.server.ts';
import * as queries from './queries.server.ts';
import { GAMES_PAGE_SIZE, getGameState, HITS_MAX, isInFilter, type ListedRow } from './rules.ts';
import { urlForOperatorsCover, type AdminGame, type AdminGameList, type GameFilter } from './schema.ts';

const PICKS_SHOWN = 200;

/**
 * Games of the catalogue, also hidden and removed ones: a page of a list, or what a search finds (at most 40), filtered.
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function listGames(
  ctx: AppContext,
  actor: Actor,
  { filter, query }: { filter: GameFilter; query: string },
  after: string | null,
): Promise<AdminGameList> {
  authorize(actor, 'catalogue:edit');
  if (query !== '') {
    const found = (await findGames(ctx, query)).map(toAdminGame).filter((game) => isInFilter(filter, game));
    return { filter, query, games: found, next: null };
  }
  if (filter === 'picks') return { filter, query, games: (await queries.listPicks(ctx.db, PICKS_SHOWN)).map(toAdminGame), next: null };
  const key = decodeCursor(after, ['bigint', 'text']);
  const rows = await queries.listGames(ctx.db, filter, GAMES_PAGE_SIZE + 1, key && { listedUs: key[0], id: key[1] });
  const page = toPage(rows, GAMES_PAGE_SIZE, (row) => encodeCursor([Number(row.listed_us), row.id]));
  return { filter, query, games: page.rows.map(toAdminGame), next: page.next };
}

/** By its id, by the search of the site, and by a part of the name if it is hidden. */
async function findGames(ctx: AppContext, query: string): Promise<ListedRow[]> {
  // The search of the site, for all content marks: the actor is authorized already, and an operator's own age does not matter here.
  const [hits, hidden] = await Promise.all([searchGames(ctx, SYSTEM, query), queries.searchHiddenGames(ctx.db, query, HITS_MAX)]);
  const ids = [...new Set([...(gameIdSchema.safeParse(query).success ? [query] : []), ...hits.games.map(({ id }) => id)])];
  const rows = new Map((await queries.listGamesByIds(ctx.db, ids)).map((row) => [row.id, row]));
  for (const row of hidden) rows.set(row.id, row);
  return [...new Set([...ids, ...hidden.map(({ id }) => id)])].flatMap((id) => rows.get(id) ?? []);
}

/** A game of the operators' lists. Its row was read for somebody who may see it. */
export function toAdminGame(row: ListedRow): AdminGame {
  return {
    id: row.id,
    title: row.title,
    developer: row.developer ?? '',
    cover: toCoverUrl(row),
    state: getGameState(row),
    isPremium: row.is_premium,
    minAge: row.min_age,
    pick: row.staff_order,
    isFeatured: row.featured_place !== null,
    plays30d: row.plays_30d,
    finding: row.finding,
    isHiddenByCheck: row.is_hidden_by_check,
    listedAt: row.listed_at.toISOString(),
  };
}

/** The URL of the cover of a game. Those of hidden games are served to operators alone. */
export function toCoverUrl({ id, cover, hidden_at }: Pick<ListedRow, 'id' | 'cover' | 'hidden_at'>): string | null {
  if (cover === null || !cover.startsWith('games/')) return null;
  return hidden_at === null ? `/media/${cover}` : urlForOperatorsCover(id, cover);
}
