import type { AppContext } from '../../../context.server.ts';
import { decodeCursor, encodeCursor, parseCursorDate, type CursorPart } from '../../../shared/paging.ts';
import { authorize, can, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { playersNow } from '../audience/queries.server.ts';
import { freshPicks, picksOn } from '../../library/picks/service.server.ts';
import * as queries from './queries.server.ts';
import { classesFor, mixStart, orderGenres, pageSize, shownRating } from './rules.ts';
import { gameId, isGenreName, type GameCard, type GameList, type GamePage, type ListFilters, type Tab } from './schema.ts';

export type ListRequest = ListFilters & {
  /** Cursor of an earlier page; anything else starts at the top. */
  after?: string | null;
  /** Games a page, at most LIMITS.pageMax; without it the spec's page size. */
  limit?: number;
};

const ORDER_OF_TAB: Record<Tab, queries.Order> = {
  popular: 'popular',
  recommended: 'mix',
  'top-rated': 'rated',
  featured: 'featured',
};

/**
 * One page of the catalogue (spec 1, section 2, /games). An unknown genre counts as none given: the answer's
 * `filters` say what was applied.
 */
export async function listGames(ctx: AppContext, actor: Actor, request: ListRequest): Promise<GameList> {
  authorize(actor, 'game:list');
  const fitting = classesFor(request.device, request.gender, request.light);
  const isGenre = request.genre === null || isGenreName(request.genre);
  const known = isGenre ? await queries.shelfWithTotal(ctx.queryPrepared, request.genre, fitting) : undefined;
  if (known === undefined) return listGames(ctx, actor, { ...request, genre: null });
  const limit = pageSize(request.tab, request.limit);
  const read = ORDER_OF_TAB[request.tab] === 'mix' ? readRecommended : readShelf;
  const [page, players] = await Promise.all([
    read(ctx, { actor, order: ORDER_OF_TAB[request.tab], shelf: known.id, classes: known.classes, limit, after: request.after ?? null }),
    playersNow(ctx.cached, ctx.queryPrepared),
  ]);
  return {
    filters: {
      tab: request.tab,
      genre: request.genre,
      device: request.device,
      gender: request.gender,
      ...(request.light && { light: true }),
    },
    games: page.rows.map((row) => presentCard(ctx, actor, row, players)),
    total: known.total,
    next: page.next,
  };
}

type PageRequest = { actor: Actor; order: queries.Order; shelf: number; classes: number[]; limit: number; after: string | null };
type Page = { rows: queries.CardRow[]; next: string | null };

async function readShelf(ctx: AppContext, page: PageRequest): Promise<Page> {
  const after = decodeCursor(page.after, queries.sortKeyShape(page.order));
  // One more than is shown tells whether there is a next page.
  const rows = await queries.shelfPage(ctx.queryPrepared, page.order, page.shelf, page.classes, page.limit + 1, after);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > page.limit && last ? encodeCursor(last.sort_key) : null };
}

/**
 * Recommended (readings.md): what was picked for the player, then the varied mix of all others; for visitors the mix alone.
 * The cursor carries the set of picks that the list began with.
 */
async function readRecommended(ctx: AppContext, page: PageRequest): Promise<Page> {
  const cursor = decodeCursor(page.after, ['bigint', 'int', ...MIX_CURSOR]);
  const madeAt = cursor ? parseCursorDate(cursor[0]) : await freshPicks(ctx, page.actor);
  const mixed = cursor?.[1] === 0 ? cursor.slice(2) : null;
  const picks = madeAt === null ? [] : await picksOn(ctx, page.actor, madeAt, page.shelf, page.classes);
  const name = (place: number, rest: readonly CursorPart[]) => encodeCursor([madeAt?.getTime() ?? 0, place, ...rest]);
  const shownUpTo = cursor && !mixed ? (cursor[1] as number) : 0;
  const waiting = mixed ? [] : picks.filter((pick) => pick.fits && pick.place > shownUpTo);
  const now = waiting.slice(0, page.limit);
  const rows = await cardsInOrder(ctx, now);
  if (waiting.length > page.limit) return { rows, next: name(now.at(-1)?.place ?? 0, MIX_UNBEGUN) };
  const rest = await readMix(ctx, page, mixed, page.limit - rows.length, new Set(picks.map((pick) => pick.game_id)));
  return { rows: [...rows, ...rest.rows], next: rest.next && name(0, rest.next) };
}

async function cardsInOrder(ctx: AppContext, picks: { game_id: string }[]): Promise<queries.CardRow[]> {
  if (picks.length === 0) return [];
  const ids = picks.map((pick) => pick.game_id);
  const cards = new Map((await queries.cardsByIds(ctx.queryPrepared, ids)).map((card) => [card.id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** Where it began, whether it is past the ring's end, and the sort key of the last game. */
const MIX_CURSOR = ['int', 'int', 'int', 'text'] as const;
const MIX_UNBEGUN = [0, 0, 0, ''] as const;

/**
 * The varied mix is a ring of games in an order without meaning. A list walks it once around from where it began;
 * the cursor carries that beginning, so that a list that is open over midnight goes on where it was.
 * @param without games that the list has elsewhere
 */
async function readMix(
  ctx: AppContext,
  page: PageRequest,
  cursor: CursorPart[] | null,
  limit: number,
  without: Set<string>,
): Promise<{ rows: queries.ShelfRow[]; next: CursorPart[] | null }> {
  const [start, around, ...key] = cursor ?? [mixStart(ctx.now()), 0];
  const read = (after: CursorPart[], most: number) => queries.shelfPage(ctx.queryPrepared, 'mix', page.shelf, page.classes, most, after);
  const wanted = limit + 1 + without.size;
  const beforeStart = (row: queries.ShelfRow) => (row.sort_key[0] as number) < (start as number);
  const first = around === 1 ? [] : await read(cursor ? key : [start as number, ''], wanted);
  const second = first.length < wanted ? (await read(around === 1 ? key : [0, ''], wanted - first.length)).filter(beforeStart) : [];
  const rows = [...first, ...second].filter((row) => !without.has(row.id));
  const shown = rows.slice(0, limit);
  if (rows.length <= limit) return { rows: shown, next: null };
  const last = shown.at(-1);
  // A page that was full before its first game of the mix: the next one begins with it.
  const next = last ? [start as number, beforeStart(last) ? 1 : 0, ...last.sort_key] : [start as number, 0, start as number, ''];
  return { rows: shown, next };
}

/** Genres that have a game, in the order of the tiles and the select. */
export async function listGenres(ctx: AppContext, actor: Actor): Promise<string[]> {
  authorize(actor, 'game:list');
  return ctx.cached('genres', 2_000, async () => orderGenres(await queries.genresInUse(ctx.queryPrepared)));
}

/** One game as its page shows it. @throws Refusal 'not-found' also for ids that cannot be one. */
export async function viewGame(ctx: AppContext, actor: Actor, id: string): Promise<GamePage> {
  if (!gameId.safeParse(id).success) throw new AppError('not-found');
  const [row, players] = await Promise.all([queries.gameById(ctx.dataLoader, ctx.queryPrepared, id), playersNow(ctx.cached, ctx.queryPrepared)]);
  if (!row) throw new AppError('not-found');
  authorize(actor, 'game:view');
  return presentPage(ctx, actor, row, players);
}

/** Cards of the visible ones among these games, by id. */
export async function cardsByIds(ctx: AppContext, actor: Actor, ids: string[]): Promise<Map<string, GameCard>> {
  authorize(actor, 'game:list');
  if (ids.length === 0) return new Map();
  const [rows, players] = await Promise.all([queries.cardsByIds(ctx.queryPrepared, ids), playersNow(ctx.cached, ctx.queryPrepared)]);
  return new Map(rows.map((row) => [row.id, presentCard(ctx, actor, row, players)]));
}

/** Visible games that a player made, the newest first. */
export async function createdBy(ctx: AppContext, actor: Actor, playerId: string, limit: number): Promise<GameCard[]> {
  authorize(actor, 'game:list');
  const [rows, players] = await Promise.all([queries.gamesCreatedBy(ctx.queryPrepared, playerId, limit), playersNow(ctx.cached, ctx.queryPrepared)]);
  return rows.map((row) => presentCard(ctx, actor, row, players));
}

/** The fastest growing games, without those named (spec 1, section 2: Trending Now). */
export async function listTrending(ctx: AppContext, actor: Actor, without: string[], limit: number): Promise<GameCard[]> {
  authorize(actor, 'game:list');
  const [rows, players] = await Promise.all([queries.trendingGames(ctx.queryPrepared, without, limit), playersNow(ctx.cached, ctx.queryPrepared)]);
  return rows.map((row) => presentCard(ctx, actor, row, players));
}

/** Where the parts of the sitemap begin: after which ids. @param size games a part. */
export async function listSitemapParts(ctx: AppContext, size: number): Promise<string[]> {
  authorize(VISITOR, 'game:list');
  return ['', ...(await queries.sitemapParts(ctx.queryPrepared, size))];
}

/** Visible games by id, at most `limit` after the id `after`: for the sitemap. */
export async function listForSitemap(ctx: AppContext, after: string, limit: number): Promise<{ id: string; changed: string }[]> {
  authorize(VISITOR, 'game:list');
  if (after !== '' && !gameId.safeParse(after).success) return [];
  const rows = await queries.gamesForSitemap(ctx.queryPrepared, after, limit);
  return rows.map((row) => ({ id: row.id, changed: row.updated_at.toISOString() }));
}

/** The address of a stored file, or of a picture of a host that the operator allows; null: nothing we would load. */
export function addressOf(ctx: AppContext, asset: string | null, base: string): string | null {
  if (asset === null) return null;
  if (asset.startsWith('games/')) return `${base}/${asset}`;
  return URL.canParse(asset) && ctx.config.mediaHosts.includes(new URL(asset).origin) ? asset : null;
}

function presentCard(ctx: AppContext, actor: Actor, row: queries.CardRow, players: Map<string, number>): GameCard {
  return {
    id: row.id,
    title: row.title,
    developer: row.developer ?? '',
    description: row.description,
    cover: addressOf(ctx, row.cover, '/media'),
    players: players.get(row.id) ?? 0,
    maxPlayers: row.max_players,
    tags: row.tags,
    isPremium: row.is_premium,
    bytes: row.bytes,
    can: { play: can(actor, 'game:play', { isPremium: row.is_premium }) },
  };
}

function presentPage(ctx: AppContext, actor: Actor, row: queries.GameRow, players: Map<string, number>): GamePage {
  const frame = addressOf(ctx, row.game_url, ctx.config.gamesOrigin);
  return {
    ...presentCard(ctx, actor, row, players),
    keyFeatures: row.key_features,
    instructions: row.instructions,
    genres: row.genres,
    createdAt: row.created_at?.toISOString() ?? null,
    picture: row.picture ? `${ctx.config.origin}/media/${row.picture}` : null,
    rating: shownRating(row.rating_sum, row.rating_count),
    src: row.is_premium ? null : frame,
    playable: frame !== null,
  };
}
