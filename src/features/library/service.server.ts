import type { AppContext } from '../../context.server.ts';
import { decodeCursor, decodeTimeCursor, encodeCursor, encodeTimeCursor, toPage } from '../../shared/paging.ts';
import { authorize, listContentMarks, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { gameIdSchema } from '../games/catalogue/forms.server.ts';
import type { GameCard } from '../games/catalogue/schema.ts';
import { getCardsByIds, getGame } from '../games/catalogue/service.server.ts';
import { deleteRecommendations } from '../recommendations/queries.server.ts';
import { favoriteForm, historyForm, ratingForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { FAVORITES_PAGE_SIZE, HISTORY_PAGE_SIZE, latestPerGame, MIN_SECONDS_TO_RATE, RECENT_ENTRIES_READ, RECENT_SHOWN } from './rules.ts';
import type { FavoritesPage, HistoryPage, PlayerGameState, SavedRating } from './schema.ts';

/** A game's state for the current player; null for visitors. */
export async function getPlayerGameState(ctx: AppContext, actor: Actor, id: string): Promise<PlayerGameState | null> {
  if (actor.kind !== 'player' || !gameIdSchema.safeParse(id).success) return null;
  const mine = await queries.getPlayerGameState(ctx.queryPrepared, actor.id, id);
  return { favorited: mine.favorited, stars: mine.stars, canRate: mine.seconds >= MIN_SECONDS_TO_RATE };
}

/**
 * Adds a game to the actor's favorites, or removes it.
 * @param fields `on`, yes or no
 * @returns whether the game is a favorite now
 * @throws AppError 'bad-input', 'sign-in-required', 'not-found', 'not-available' (favorites are full)
 */
export async function setFavorite(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<{ favorited: boolean }> {
  const { on } = parseFormOrThrow(favoriteForm, fields);
  authorize(actor, 'favorite:write');
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  // A game that was hidden meanwhile can still be removed.
  if (!on && gameIdSchema.safeParse(id).success) {
    await queries.removeFavorite(ctx.db, actor.id, id);
    return { favorited: false };
  }
  const game = await getGame(ctx, actor, id);
  if (!(await queries.addFavorite(ctx.db, actor.id, game.id, listContentMarks(actor), ctx.now())))
    throw new AppError('not-available', 'there are as many favorites as one can have');
  return { favorited: on };
}

/** The actor's favorites, newest first (spec 1, section 2). Those that are for older players stay stored, and are left out. */
export async function listFavorites(ctx: AppContext, actor: Actor, after: string | null): Promise<FavoritesPage> {
  authorize(actor, 'library:read');
  const playerId = requirePlayerId(actor);
  const key = decodeCursor(after, ['bigint', 'text']);
  const [found, total] = await Promise.all([
    queries.listFavorites(ctx.db, playerId, listContentMarks(actor), FAVORITES_PAGE_SIZE + 1, key),
    queries.countFavorites(ctx.db, playerId, listContentMarks(actor)),
  ]);
  const { rows, next } = toPage(found, FAVORITES_PAGE_SIZE, (row) => encodeCursor(row.sort_key));
  const cards = await getCardsByIds(
    ctx,
    actor,
    rows.map((row) => row.game_id),
  );
  return { games: rows.flatMap((row) => cards.get(row.game_id) ?? []), total, next };
}

/** The newest favorites of a player, for other players. The caller must check who may see them (friends/service.server.ts). */
export async function listPlayerFavorites(ctx: AppContext, actor: Actor, playerId: string, limit: number): Promise<GameCard[]> {
  authorize(actor, 'profile:read');
  const rows = await queries.listFavorites(ctx.db, playerId, listContentMarks(actor), limit, null);
  const ids = rows.map((row) => row.game_id);
  const cards = await getCardsByIds(ctx, actor, ids);
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/**
 * What several players like and play: the games that most of them marked, and those that they played most since a time, with how often. The
 * caller must check whose library counts for the actor (groups/service.server.ts).
 */
export async function listSharedGames(
  ctx: AppContext,
  actor: Actor,
  playerIds: string[],
  { since, limit }: { since: Date; limit: number },
): Promise<{ favorites: GameCard[]; played: (GameCard & { playCount: number })[] }> {
  authorize(actor, 'profile:read');
  const marks = listContentMarks(actor);
  const [favoriteIds, plays] = await Promise.all([
    queries.listFavoritesOfPlayers(ctx.queryPrepared, playerIds, marks, limit),
    queries.countPlaysOfPlayers(ctx.queryPrepared, playerIds, marks, since, limit),
  ]);
  const cards = await getCardsByIds(ctx, actor, [...new Set([...favoriteIds, ...plays.map((row) => row.game_id)])]);
  return {
    favorites: favoriteIds.flatMap((id) => cards.get(id) ?? []),
    played: plays.flatMap((row) => {
      const card = cards.get(row.game_id);
      return card ? [{ ...card, playCount: row.plays }] : [];
    }),
  };
}

/** The games the actor played last, each once (spec 1, sections 2 and 7). */
export async function listRecentGames(ctx: AppContext, actor: Actor): Promise<GameCard[]> {
  authorize(actor, 'library:read');
  const rows = await queries.listHistory(ctx.db, requirePlayerId(actor), listContentMarks(actor), RECENT_ENTRIES_READ, null);
  const latest = latestPerGame(
    rows.map((row) => ({ gameId: row.game_id })),
    RECENT_SHOWN,
  );
  const cards = await getCardsByIds(
    ctx,
    actor,
    latest.map((entry) => entry.gameId),
  );
  return latest.flatMap((entry) => cards.get(entry.gameId) ?? []);
}

/** The actor's whole history, page by page, newest first. */
export async function listHistory(ctx: AppContext, actor: Actor, after: string | null): Promise<HistoryPage> {
  authorize(actor, 'library:read');
  const found = await queries.listHistory(
    ctx.db,
    requirePlayerId(actor),
    listContentMarks(actor),
    HISTORY_PAGE_SIZE + 1,
    decodeTimeCursor(after),
  );
  const { rows, next } = toPage(found, HISTORY_PAGE_SIZE, (row) => encodeTimeCursor(row.played_at, row.id));
  const cards = await getCardsByIds(ctx, actor, [...new Set(rows.map((row) => row.game_id))]);
  return {
    entries: rows.flatMap((row) => {
      const game = cards.get(row.game_id);
      return game ? [{ id: row.id, playedAt: row.played_at.toISOString(), game }] : [];
    }),
    next,
  };
}

/**
 * Deletes the actor's history and recommendations. Favorites stay.
 * @param fields `do`, which is clear
 * @throws AppError 'bad-input', 'sign-in-required'
 */
export async function clearHistory(ctx: AppContext, actor: Actor, fields: FormFields): Promise<void> {
  parseFormOrThrow(historyForm, fields);
  authorize(actor, 'library:write');
  const playerId = requirePlayerId(actor);
  await ctx.db.transaction().execute(async (trx) => {
    await deleteRecommendations(trx, playerId);
    await queries.clearHistory(trx, playerId);
  });
}

/**
 * Saves the actor's rating of 1 to 5 stars for a game they played for at least a minute. It can be changed later.
 * @param fields `stars`
 * @returns the stars, and the game's displayed rating after the change
 * @throws AppError 'bad-input', 'not-allowed' (not played long enough), 'sign-in-required', 'not-found'
 */
export async function rateGame(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<SavedRating> {
  const { stars } = parseFormOrThrow(ratingForm, fields);
  const game = await getGame(ctx, actor, id);
  const seconds = actor.kind === 'player' ? (await queries.getPlayerGameState(ctx.queryPrepared, actor.id, game.id)).seconds : 0;
  authorize(actor, 'rating:write', { seconds });
  await queries.saveRating(ctx.db, requirePlayerId(actor), game.id, stars, ctx.now());
  return { stars, rating: (await getGame(ctx, actor, id)).rating };
}

/** When the actor joined. */
export async function getMemberSince(ctx: AppContext, actor: Actor): Promise<Date> {
  authorize(actor, 'library:read');
  const since = await queries.findMemberSince(ctx.db, requirePlayerId(actor));
  if (!since) throw new AppError('not-found');
  return since;
}
