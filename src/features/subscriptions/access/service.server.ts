import type { AppContext } from '../../../context.server.ts';
import type { Actor } from '../../../shared/permissions.ts';
import { findNextPremiumEnd, hasPremiumAt } from './queries.server.ts';

/** Whether a player has premium now. Of who asks, the session says it already (`Actor.premium`, by the same rule). */
export async function hasPremium(ctx: AppContext, playerId: string): Promise<boolean> {
  return hasPremiumAt(ctx.queryPrepared, playerId, ctx.now());
}

/**
 * How long it is until the actor's premium may be over (spec 1, section 5: looked at anew when the earliest end passes), in
 * milliseconds by our clock: that of the browser may go wrong. Null without premium.
 */
export async function findPremiumTimeLeft(ctx: AppContext, actor: Actor): Promise<{ inMs: number } | null> {
  if (actor.kind !== 'player' || !actor.premium) return null;
  const now = ctx.now();
  const end = await findNextPremiumEnd(ctx.queryPrepared, actor.id, now);
  return end && { inMs: end.getTime() - now.getTime() };
}
