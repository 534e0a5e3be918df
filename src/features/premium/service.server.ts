import type { AppContext } from '../../context.server.ts';
import type { Actor } from '../../shared/permissions.ts';
import { findNextPremiumEnd, hasPremiumAt } from './queries.server.ts';

/** Whether a player has premium now. For the current actor, use `Actor.premium`: the session computes it with the same rule. */
export async function hasPremium(ctx: AppContext, playerId: string): Promise<boolean> {
  return hasPremiumAt(ctx.queryPrepared, playerId, ctx.now());
}

/**
 * How long until the actor's premium may end, in milliseconds (spec 1, section 5: the page refreshes when the earliest end passes). A
 * duration by the server's clock, because the browser's clock may be wrong. Null without premium.
 */
export async function findPremiumTimeLeft(ctx: AppContext, actor: Actor): Promise<{ inMs: number } | null> {
  if (actor.kind !== 'player' || !actor.premium) return null;
  const now = ctx.now();
  const end = await findNextPremiumEnd(ctx.queryPrepared, actor.id, now);
  return end && { inMs: end.getTime() - now.getTime() };
}
