import type { AppContext } from '../../../context.server.ts';
import type { Actor } from '../../../shared/permissions.ts';
import * as queries from './queries.server.ts';
import { FRESH_MINUTES } from './rules.ts';

/**
 * When the picks that a new list of this actor goes by were made; they are made now where there are none that are fresh.
 * @returns null for visitors and for players without a past here.
 */
export async function ensureFreshRecommendations(ctx: AppContext, actor: Actor): Promise<Date | null> {
  if (actor.kind !== 'player') return null;
  const now = ctx.now();
  const since = new Date(now.getTime() - FRESH_MINUTES * 60_000);
  return (
    (await queries.findLatestRecommendationsTime(ctx.queryPrepared, actor.id, since)) ??
    queries.findOrCreateRecommendations(ctx.db, actor.id, since, now)
  );
}

/** One set of the actor's picks, each with whether it fits a shelf. @param createdAt as ensureFreshRecommendations gave it */
export async function listRecommendations(
  ctx: AppContext,
  actor: Actor,
  createdAt: Date,
  listingId: number,
  classes: number[],
): Promise<{ game_id: string; place: number; fits: boolean }[]> {
  return actor.kind === 'player' ? queries.listRecommendations(ctx.queryPrepared, actor.id, createdAt, listingId, classes) : [];
}
