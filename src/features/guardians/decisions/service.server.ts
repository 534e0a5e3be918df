import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actorId } from '../../../infra/security-log.ts';
import type { Actor } from '../../../shared/permissions.ts';
import { lockFriendships } from '../../friends/age-bands/queries.server.ts';
import { applyAgeBand } from '../../friends/age-bands/service.server.ts';
import { publishAllChats } from '../../friends/chats.service.server.ts';
import { GUARDIAN_RELATED_ID } from '../../notifications/schema.ts';
import { createNotifications, publishNotifications } from '../../notifications/service.server.ts';
import { CHECK_RENEWAL_JOB } from '../renewal.schema.ts';
import { texts } from '../texts.ts';
import { deleteAdults, listPlayersWithAdults } from './adults.queries.server.ts';
import { insertConsentRecord, listDecisionsSince, saveEnd, type ConsentRecord } from './queries.server.ts';

// What belongs to every decision about a consent, whoever made it. Only other services call these functions.

/**
 * What was decided for a player, for after the commit. `changesChat`: what they can write to friends may be another now; `publish`: tells open
 * pages what became of friendships.
 */
export type Decided = Pick<ConsentRecord, 'playerId' | 'decision'> & { changesChat: boolean; publish?: () => void };

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
    const words = decision.adult ? describeAdult(decision.adult) : texts.notifications[decided];
    // With the grown-up's id: erased, they are in no notification of others any more.
    const event = ['consent', decided, id, decision.adult?.id ?? ''].join(' ').trim();
    await createNotifications(ctx, trx, [{ playerId, type: 'general', ...words, relatedId: GUARDIAN_RELATED_ID, event }]);
  }
  await ctx.jobs.enqueue(CHECK_RENEWAL_JOB, { playerId }, trx);
  return { playerId, decision: decided, changesChat };
}

function describeAdult({ change, username, isOpen }: NonNullable<ConsentRecord['adult']>) {
  return texts.adultNotifications[change === 'approved' && !isOpen ? 'later' : change](username);
}

/** A consent that ends: of which guardianship, and what the record says of it. */
type End = Omit<ConsentRecord, 'id' | 'at' | 'consent' | 'adult' | 'decision'> & {
  guardianshipId: string;
  decision: 'refused' | 'withdrawn' | 'ended' | 'replaced';
};

/**
 * Ends a consent, or a request: nothing of what was chosen holds any more, and grown-ups who were approved are out of reach again, as a part of
 * the transaction, which holds the player's lock; whoever ends several calls `holdApproved` before. @param isForChild as above
 */
export async function endConsent(
  ctx: AppContext,
  trx: Transaction<DB>,
  { guardianshipId, ...said }: End,
  isForChild: boolean,
): Promise<Decided> {
  const { playerId, decision } = said;
  const [withAdults] = await holdApproved(trx, [guardianshipId]);
  await saveEnd(trx, guardianshipId, { decision, at: ctx.now() });
  await deleteAdults(trx, guardianshipId);
  const publish = withAdults === undefined ? undefined : await applyAgeBand(ctx, trx, playerId);
  return { ...(await recordDecision(ctx, trx, { ...said, consent: null }, { isForChild, changesChat: true })), publish };
}

/**
 * Locks the friendships of the players for whom grown-ups were approved, all at once: before anything is taken out, and before whoever is
 * erased at this moment is waited for. @returns the players
 */
export async function holdApproved(trx: Transaction<DB>, guardianshipIds: readonly string[]): Promise<string[]> {
  const playerIds = await listPlayersWithAdults(trx, guardianshipIds);
  if (playerIds.length > 0) await lockFriendships(trx, playerIds);
  return playerIds;
}

/** After the commit: open pages of the players fetch what they may do now, and open chats of their friends what the two can write. */
export async function publishDecisions(ctx: AppContext, actor: Actor, decided: readonly Decided[]): Promise<void> {
  for (const { playerId, decision, publish } of decided) {
    publish?.();
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
