import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actorId } from '../../../infra/security-log.ts';
import type { Actor } from '../../../shared/permissions.ts';
import { publishAllChats } from '../../friends/chats.service.server.ts';
import { GUARDIAN_RELATED_ID } from '../../notifications/schema.ts';
import { createNotifications, publishNotifications } from '../../notifications/service.server.ts';
import { CHECK_RENEWAL_JOB } from '../renewal.schema.ts';
import { texts } from '../texts.ts';
import { insertConsentRecord, listDecisionsSince, type ConsentRecord } from './queries.server.ts';

// What belongs to every decision about a consent, whoever made it. Only other services call these functions.

/** What was decided for a player, for after the commit. `changesChat`: what they can write to friends may be another now. */
export type Decided = Pick<ConsentRecord, 'playerId' | 'decision'> & { changesChat: boolean };

/**
 * Records a decision, tells the player, and has a card looked at that may pay too much now: as a part of the transaction, which holds the
 * player's lock.
 * @param isForChild a guardian decides for the player; who is of age is not told what changes nothing for them
 * @param changesChat as in the result
 */
export async function recordDecision(
  ctx: AppContext,
  trx: Transaction<DB>,
  decision: Omit<ConsentRecord, 'id' | 'at'>,
  { isForChild, changesChat }: { isForChild: boolean; changesChat: boolean },
): Promise<Decided> {
  const [id, at] = [ctx.newId(), ctx.now()];
  const { playerId, decision: decided } = decision;
  await insertConsentRecord(trx, { ...decision, id, at });
  if (isForChild) {
    const words = texts.notifications[decided];
    const event = `consent ${decided} ${id}`;
    await createNotifications(ctx, trx, [{ playerId, type: 'general', ...words, relatedId: GUARDIAN_RELATED_ID, event }]);
  }
  await ctx.jobs.enqueue(CHECK_RENEWAL_JOB, { playerId }, trx);
  return { playerId, decision: decided, changesChat };
}

/** After the commit: open pages of the players fetch what they may do now, and open chats of their friends what the two can write. */
export async function publishDecisions(ctx: AppContext, actor: Actor, decided: readonly Decided[]): Promise<void> {
  for (const { playerId, decision } of decided) {
    ctx.logSecurity('user_updated', [actorId(actor), playerId, `consent-${decision}`]);
    ctx.bus.publish({ kind: 'rights', playerId });
  }
  publishNotifications(
    ctx,
    decided.map(({ playerId }) => playerId),
  );
  for (const { playerId, changesChat } of decided) if (changesChat) await publishAllChats(ctx, playerId);
}

/** The decisions since a time, whoever they are about, for open tabs that the bus did not reach. Only the server of live connections calls it. */
export async function listRecentDecisions(ctx: AppContext, since: Date): Promise<{ id: string; playerId: string }[]> {
  return (await listDecisionsSince(ctx.db, since)).map(({ id, player_id: playerId }) => ({ id, playerId }));
}
