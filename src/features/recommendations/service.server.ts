import type { AppContext } from '../../context.server.ts';
import type { Actor } from '../../shared/permissions.ts';
import * as queries from './queries.server.ts';
import { FRESH_MINUTES } from './rules.ts';

/**
 * The creation time of the recommendations for a new list of this actor. If there are no fresh ones, they are created now.
 * @param classes the listing classes that the actor sees
 * @returns null for visitors and for players without any favorites, plays or ratings.
 */
export async function ensureFreshRecommendations(ctx: AppContext, actor: Actor, classes: number[]): Promise<Date | null> {
  if (actor.kind !== 'player') return null;
  const now = ctx.now();
  const since = new Date(now.getTime() - FRESH_MINUTES * 60_000);
  return (
    (await queries.findLatestRecommendationsTime(ctx.queryPrepared, actor.id, since)) ??
    queries.findOrCreateRecommendations(ctx.db, actor.id, since, now, classes)
  );
}

/**
 * One set of the actor's recommendations, each with whether it is in the listing. @param createdAt as returned by
 * ensureFreshRecommendations
 */
export async function listRecommendations(
  ctx: AppContext,
  actor: Actor,
  createdAt: Date,
  listingId: number,
  classes: number[],
): Promise<{ game_id: string; position: number; fits: boolean }[]> {
  return actor.kind === 'player' ? queries.listRecommendations(ctx.queryPrepared, actor.id, createdAt, listingId, classes) : [];
}
