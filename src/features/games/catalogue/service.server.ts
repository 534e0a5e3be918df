import type { AppContext } from '../../../context.server.ts';
import type { PublicReads } from '../../../infra/database/replica.ts';
import { decodeCursor, encodeCursor, parseCursorDate, toPage, type CursorPart, type CursorParts } from '../../../shared/paging.ts';
import { authorize, can, listContentMarks, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { getPlayerCounts } from '../audience/queries.server.ts';
import { ensureFreshRecommendations, listRecommendations } from '../../recommendations/service.server.ts';
import * as queries from './queries.server.ts';
import { getPopularSortOrder } from '../popular-order/rules.ts';
import { getListingClasses, getMixStart, sortGenres, pageSize, toDisplayRating } from './rules.ts';
import { gameIdSchema } from './forms.server.ts';
import { isGenreName, type GameCard, type GameList, type GamePage, type ListFilters, type Tab } from './schema.ts';

export type ListGamesRequest = ListFilters & {
  /** Cursor from an earlier page. An invalid cursor starts at the top. */
  after?: string | null;
  /** Games per page, at most LIMITS.pageMax. Without it, the spec's page size. */
  limit?: number;
};

const READ_PAGE_BY_TAB: Record<Tab, (ctx: AppContext, page: ListingPageRequest) => Promise<ListingPage>> = {
  popular: readPopular,
  recommended: readRecommended,
  'top-rated': (ctx, page) => readListing(ctx, page, 'rated'),
  featured: (ctx, page) => readListing(ctx, page, 'featured'),
};

/**
 * One page of the catalogue (spec 1, section 2, /games). An unknown genre is ignored: `filters` in the result are the filters that were
 * applied.
 */
export async function listGames(ctx: AppContext, actor: Actor, request: ListGamesRequest): Promise<GameList> {
  authorize(actor, 'game:list');
  const classes = getListingClasses(listContentMarks(actor), request);
  const isGenre = request.genre === null || isGenreName(request.genre);
  const find = (from: PublicReads) => queries.findListingWithTotal(from.dataLoader, from.queryPrepared, request.genre, classes);
  let reads: PublicReads = ctx.publicReads();
  let listing = isGenre ? await find(reads) : undefined;
  if (listing && request.tab === 'popular' && isOlderThanCursor(listing, request.after)) {
    // The page before came from the primary, and the replica does not have its order yet.
    reads = { queryPrepared: ctx.queryPrepared, dataLoader: ctx.dataLoader };
    listing = await find(reads);
  }
  if (listing === undefined) return listGames(ctx, actor, { ...request, genre: null });
  const limit = pageSize(request.tab, request.limit);
  const [page, players] = await Promise.all([
    READ_PAGE_BY_TAB[request.tab](ctx, { actor, reads, listing, limit, after: request.after ?? null }),
    getPlayerCounts(ctx.cached, reads.queryPrepared),
  ]);
  return {
    filters: {
      tab: request.tab,
      genre: request.genre,
      device: request.device,
      gender: request.gender,
      ...(request.light && { light: true }),
    },
    games: page.rows.map((row) => toGameCard(ctx, actor, row, players)),
    total: listing.total,
    next: page.next,
  };
}

type ListingPageRequest = {
  actor: Actor;
  reads: PublicReads;
  listing: queries.Listing;
  limit: number;
  after: string | null;
};
type ListingPage = { rows: queries.CardRow[]; next: string | null };

async function readListing(ctx: AppContext, page: ListingPageRequest, order: queries.SortOrder): Promise<ListingPage> {
  const after = decodeCursor(page.after, queries.getSortKeyTypes(order));
  const found = await readRows(page, order, page.limit + 1, after);
  return toPage(found, page.limit, (row) => encodeCursor(row.sort_key));
}

function readRows({ reads, listing }: ListingPageRequest, order: queries.SortOrder, limit: number, after: CursorPart[] | null) {
  return queries.listListingPage(reads.dataLoader, reads.queryPrepared, order, listing.id, listing.classes, limit, after);
}

/**
 * The Popular tab. A list keeps the order that it began with, though the figures change meanwhile: its cursor names the generation of that
 * order. After the next generation but one it goes on in the latest.
 */
async function readPopular(ctx: AppContext, page: ListingPageRequest): Promise<ListingPage> {
  const { generation: latest, is_preparing: isPreparing } = page.listing;
  const [began, ...after] = decodePopularCursor(page.after) ?? [latest];
  const generation = began === latest - 1 && !isPreparing ? began : latest;
  const found = await readRows(page, getPopularSortOrder(generation), page.limit + 1, after.length === 0 ? null : after);
  return toPage(found, page.limit, (row) => encodeCursor([generation, ...row.sort_key]));
}

const decodePopularCursor = (cursor: string | null) => decodeCursor(cursor, ['int', ...queries.getSortKeyTypes('popularEven')]);

function isOlderThanCursor({ generation }: queries.Listing, after: string | null | undefined): boolean {
  const [began] = decodePopularCursor(after ?? null) ?? [generation];
  return began > generation;
}

/**
 * The Recommended tab (readings.md): the player's recommendations, then the varied mix of all other games; visitors get only the mix. The
 * cursor contains the creation time of the recommendations that the list started with.
 */
async function readRecommended(ctx: AppContext, page: ListingPageRequest): Promise<ListingPage> {
  const cursor = decodeCursor(page.after, ['bigint', 'int', ...MIX_CURSOR_TYPES]);
  const createdAt = cursor ? parseCursorDate(cursor[0]) : await ensureFreshRecommendations(ctx, page.actor, listVisibleClasses(page.actor));
  const mixCursor: MixCursor | null = cursor?.[1] === 0 ? [cursor[2], cursor[3], cursor[4], cursor[5]] : null;
  const recommendations =
    createdAt === null ? [] : await listRecommendations(ctx, page.actor, createdAt, page.listing.id, page.listing.classes);
  const toCursor = (position: number, rest: readonly CursorPart[]) => encodeCursor([createdAt?.getTime() ?? 0, position, ...rest]);
  const lastPosition = cursor && !mixCursor ? cursor[1] : 0;
  const remaining = mixCursor ? [] : recommendations.filter((pick) => pick.fits && pick.position > lastPosition);
  const pageItems = remaining.slice(0, page.limit);
  const rows = await listCardsInOrder(page, pageItems);
  if (remaining.length > page.limit) return { rows, next: toCursor(pageItems.at(-1)?.position ?? 0, MIX_START_CURSOR) };
  const mixPage = await readMix(ctx, page, mixCursor, page.limit - rows.length, new Set(recommendations.map((pick) => pick.game_id)));
  return { rows: [...rows, ...mixPage.rows], next: mixPage.next && toCursor(0, mixPage.next) };
}

/** The listing classes that an actor sees without filters. */
function listVisibleClasses(actor: Actor): number[] {
  return getListingClasses(listContentMarks(actor), { device: null, gender: null });
}

async function listCardsInOrder({ reads, actor }: ListingPageRequest, recommendations: { game_id: string }[]): Promise<queries.CardRow[]> {
  if (recommendations.length === 0) return [];
  const ids = recommendations.map((pick) => pick.game_id);
  const cards = new Map((await queries.listCardsByIds(reads.queryPrepared, ids, listContentMarks(actor))).map((card) => [card.id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** Where the list began, whether it has passed the end of the ring (0 or 1), and the sort key of the last game. */
const MIX_CURSOR_TYPES = ['int', 'int', 'int', 'text'] as const;
type MixCursor = CursorParts<typeof MIX_CURSOR_TYPES>;
const MIX_START_CURSOR: MixCursor = [0, 0, 0, ''];

/**
 * The varied mix is a ring of games in arbitrary order. A list goes around it once from its starting point. The cursor contains that
 * starting point, so that a list that stays open past midnight continues from the same place.
 * @param excludedIds games that appear elsewhere in the list
 */
async function readMix(
  ctx: AppContext,
  page: ListingPageRequest,
  cursor: MixCursor | null,
  limit: number,
  excludedIds: Set<string>,
): Promise<{ rows: queries.ListingRow[]; next: CursorPart[] | null }> {
  const today = getMixStart(ctx.now());
  const [start, hasWrapped, ...key] = cursor ?? [today, 0, today, ''];
  const readFrom = (after: CursorPart[], maxRows: number) => readRows(page, 'mix', maxRows, after);
  const rowsNeeded = limit + 1 + excludedIds.size;
  const isBeforeStart = (row: queries.ListingRow) => Number(row.sort_key[0]) < start;
  const first = hasWrapped === 1 ? [] : await readFrom(key, rowsNeeded);
  const second =
    first.length < rowsNeeded ? (await readFrom(hasWrapped === 1 ? key : [0, ''], rowsNeeded - first.length)).filter(isBeforeStart) : [];
  const rows = [...first, ...second].filter((row) => !excludedIds.has(row.id));
  const visible = rows.slice(0, limit);
  if (rows.length <= limit) return { rows: visible, next: null };
  const last = visible.at(-1);
  // Recommendations filled the page before the first game of the mix: the next page starts with the mix.
  const next = last ? [start, isBeforeStart(last) ? 1 : 0, ...last.sort_key] : [start, 0, start, ''];
  return { rows: visible, next };
}

/** Genres that have a game that the actor sees, in the order of the tiles and the select. */
export async function listGenres(ctx: AppContext, actor: Actor): Promise<string[]> {
  authorize(actor, 'game:list');
  const classes = listVisibleClasses(actor);
  return ctx.cached(`genres of ${listContentMarks(actor).join()}`, 2_000, async () =>
    sortGenres(await queries.listGenresInUse(ctx.publicReads().queryPrepared, classes)),
  );
}

/** One game as displayed on its page. @throws AppError 'not-found', also for malformed ids; 'age-required' */
export async function getGame(ctx: AppContext, actor: Actor, id: string): Promise<GamePage> {
  if (!gameIdSchema.safeParse(id).success) throw new AppError('not-found');
  const reads = ctx.publicReads();
  const [row, players] = await Promise.all([
    queries.findGameById(reads.dataLoader, reads.queryPrepared, id),
    getPlayerCounts(ctx.cached, reads.queryPrepared),
  ]);
  if (!row) throw new AppError('not-found');
  authorize(actor, 'game:view', { minAge: row.min_age });
  return toGamePage(ctx, actor, row, players);
}

/** Cards of the games among these ids that the actor sees, by id. */
export async function getCardsByIds(ctx: AppContext, actor: Actor, ids: string[]): Promise<Map<string, GameCard>> {
  authorize(actor, 'game:list');
  if (ids.length === 0) return new Map();
  const reads = ctx.publicReads();
  const [rows, players] = await Promise.all([
    queries.listCardsByIds(reads.queryPrepared, ids, listContentMarks(actor)),
    getPlayerCounts(ctx.cached, reads.queryPrepared),
  ]);
  return new Map(rows.map((row) => [row.id, toGameCard(ctx, actor, row, players)]));
}

/** Games that this player created and the actor sees, newest first. The caller must check who may see them (friends/service.server.ts). */
export async function listGamesByCreator(ctx: AppContext, actor: Actor, playerId: string, limit: number): Promise<GameCard[]> {
  authorize(actor, 'profile:read');
  const reads = ctx.publicReads();
  const [rows, players] = await Promise.all([
    queries.listGamesByCreator(reads.queryPrepared, playerId, limit, listContentMarks(actor)),
    getPlayerCounts(ctx.cached, reads.queryPrepared),
  ]);
  return rows.map((row) => toGameCard(ctx, actor, row, players));
}

/** The fastest growing games that the actor sees, without the excluded ids (spec 1, section 2: Trending Now). */
export async function listTrendingGames(ctx: AppContext, actor: Actor, excludedIds: string[], limit: number): Promise<GameCard[]> {
  authorize(actor, 'game:list');
  const reads = ctx.publicReads();
  const [rows, players] = await Promise.all([
    queries.listTrendingGames(reads.queryPrepared, excludedIds, limit, listContentMarks(actor)),
    getPlayerCounts(ctx.cached, reads.queryPrepared),
  ]);
  return rows.map((row) => toGameCard(ctx, actor, row, players));
}

/** The ids after which the parts of the sitemap begin. @param size games per part. */
export async function listSitemapParts(ctx: AppContext, size: number): Promise<string[]> {
  authorize(VISITOR, 'game:list');
  return ['', ...(await queries.listSitemapPartEnds(ctx.publicReads().queryPrepared, size))];
}

/** Visible games by id, at most `limit` after the id `after`, for the sitemap. */
export async function listSitemapGames(ctx: AppContext, after: string, limit: number): Promise<{ id: string; changed: string }[]> {
  authorize(VISITOR, 'game:list');
  if (after !== '' && !gameIdSchema.safeParse(after).success) return [];
  const rows = await queries.listSitemapGames(ctx.publicReads().queryPrepared, after, limit);
  return rows.map((row) => ({ id: row.id, changed: row.updated_at.toISOString() }));
}

/** The URL of a stored file, or of an image on a host that the operator allows (mediaHosts). Null for anything else. */
export function urlForAsset(ctx: AppContext, asset: string | null, base: string): string | null {
  if (asset === null) return null;
  if (asset.startsWith('games/')) return `${base}/${asset}`;
  return URL.canParse(asset) && ctx.config.mediaHosts.includes(new URL(asset).origin) ? asset : null;
}

function toGameCard(ctx: AppContext, actor: Actor, row: queries.CardRow, players: Map<string, number>): GameCard {
  return {
    id: row.id,
    title: row.title,
    developer: row.developer ?? '',
    description: row.description,
    cover: urlForAsset(ctx, row.cover, '/media'),
    players: players.get(row.id) ?? 0,
    maxPlayers: row.max_players,
    tags: row.tags,
    isPremium: row.is_premium,
    bytes: row.bytes,
    ...(row.min_age !== 0 && { minAge: row.min_age }),
    plays: row.plays,
    can: { play: can(actor, 'game:play', { isPremium: row.is_premium, minAge: row.min_age }) },
  };
}

function toGamePage(ctx: AppContext, actor: Actor, row: queries.GameRow, players: Map<string, number>): GamePage {
  const gameUrl = urlForAsset(ctx, row.game_url, ctx.config.gamesOrigin);
  return {
    ...toGameCard(ctx, actor, row, players),
    keyFeatures: row.key_features,
    instructions: row.instructions,
    genres: row.genres,
    createdAt: row.created_at?.toISOString() ?? null,
    picture: row.picture ? `${ctx.config.origin}/media/${row.picture}` : null,
    rating: toDisplayRating(row.rating_sum, row.rating_count),
    src: row.is_premium || row.min_age !== 0 ? null : gameUrl,
    playable: gameUrl !== null,
  };
}
