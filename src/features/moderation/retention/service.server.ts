import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ErasureSubject } from '../../../infra/erasure.ts';
import { detachBannedEmails } from '../../accounts/banned-emails/queries.server.ts';
import { retainBannedEmail } from '../../accounts/banned-emails/service.server.ts';
import * as queries from './queries.server.ts';
import { getRetentionCutoff } from './rules.ts';

// What stays of a case after its account is erased (docs/decisions/049). Only other services and jobs call these functions.

/**
 * Whether the deletion of an account waits now: a report about it is open, the player asks for help, or is muted or banned for a time.
 * @param trx a transaction that holds the player's lock: then nothing of this changes before it ends
 */
export async function isDeletionPaused(ctx: AppContext, playerId: string, trx?: Transaction<DB>): Promise<boolean> {
  return queries.isDeletionPaused(trx ?? ctx.db, playerId, ctx.now());
}

/**
 * Copies what a case needs before the account is erased: reports about the player and by the player, sanctions, decisions, and the hash
 * of a banned address. Nothing is kept of a player who was never in a case, or whose case was closed long ago.
 */
export async function retainCase(ctx: AppContext, trx: Transaction<DB>, who: ErasureSubject): Promise<void> {
  const now = ctx.now();
  const cutoff = getRetentionCutoff(now);
  await retainBannedEmail(ctx, trx, who.id);
  await queries.retainReportsBy(trx, who.id, now, cutoff);
  await queries.updateRetainedReports(trx, who.id);
  const { closedAt, isHeld } = await queries.findCaseEnd(trx, who.id, now);
  const isRecent = closedAt !== null && closedAt > cutoff;
  if (!isRecent && !isHeld) return;
  await queries.retainReportsAbout(trx, who.id);
  await queries.retainCase(trx, who, { closedAt: closedAt ?? now, erasedAt: now });
  if (isHeld) await queries.retainHelpRequests(trx, who.id);
}

/** Deletes what is past its retention. @returns the number of deleted cases */
export async function deleteOldCases(ctx: AppContext): Promise<number> {
  const now = ctx.now();
  const cutoff = getRetentionCutoff(now);
  return ctx.db.transaction().execute(async (trx) => {
    await queries.lockCaseHolds(trx);
    const count = await queries.deleteOldCases(trx, cutoff);
    await queries.deleteOldReports(trx, now, cutoff);
    await queries.deleteOldHelpRequests(trx, cutoff);
    await queries.deleteOrphanedHolds(trx);
    await detachBannedEmails(trx);
    return count;
  });
}
