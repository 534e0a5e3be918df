import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { insertAuditEntry, getUsername } from '../../moderation/queries.server.ts';
import { parseNote } from '../../moderation/rules.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { parseAdjustment, LOG_LIMIT } from '../rules.ts';
import type { AdminWallet } from '../schema.ts';
import { postEntry, getPlayerStatement } from '../service.server.ts';
import { adjustmentNotifications } from '../texts.ts';
import * as queries from './queries.server.ts';

/**
 * A player's kiddocash for operators: what came and went, and what operators did.
 * @param after from where on in the statement, as its `next` said
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function getAdminWallet(ctx: AppContext, actor: Actor, playerId: string, after: string | null): Promise<AdminWallet> {
  authorize(actor, 'wallet:adjust');
  const owner = isId(playerId) ? await queries.findOwner(ctx.db, playerId) : undefined;
  if (!owner) throw new AppError('not-found');
  const [statement, entries] = await Promise.all([
    getPlayerStatement(ctx, playerId, after),
    queries.listAdjustments(ctx.db, playerId, LOG_LIMIT),
  ]);
  return {
    player: { id: owner.id, username: owner.username, displayName: owner.display_name },
    statement,
    log: entries.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor_name,
      action: row.action,
      amount: row.amount,
      reason: row.note,
    })),
    canAdjust: actor.kind === 'player' && actor.id !== playerId,
    key: ctx.newId(),
  };
}

/**
 * Gives a player kiddocash or takes some, with a reason that the player is told and that stays in the log. A form that is sent
 * twice counts once.
 * @param fields `do` (grant or take), `amount`, `reason`, and the `key` that the page came with
 * @returns what the player has now, and whether this sending did it
 * @throws AppError 'not-allowed', 'not-found', 'bad-input', 'not-available' (there is not so much to take, or it is one's own)
 */
export async function adjustWallet(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  fields: Record<string, string>,
): Promise<{ balance: number; isNew: boolean }> {
  authorize(actor, 'wallet:adjust');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const adjustment = parseAdjustment(fields, parseNote(fields['reason'] ?? ''));
  if (!adjustment || !isId(fields['key']))
    throw new AppError('bad-input', 'do is grant or take, with an amount, a reason and the key of the page');
  if (!isId(playerId)) throw new AppError('not-found');
  if (actor.id === playerId) throw new AppError('not-available', 'nobody changes their own kiddocash');
  const { action, amount, reason } = adjustment;
  // With the player in it: a key that was taken from another player's page says nothing here.
  const sourceRef = `${playerId} ${fields['key']}`;
  const { hear, ...done } = await ctx.db.transaction().execute(async (trx) => {
    const signedAmount = action === 'grant' ? amount : -amount;
    const posted = await postEntry(ctx, trx, { playerId, amount: signedAmount, source: 'operator', sourceRef, note: reason });
    if (!posted.isNew) return { ...posted, hear: [] };
    const id = ctx.newId();
    const actorName = await getUsername(trx, actor.id);
    const details = { amount, balance: posted.balance, sourceRef };
    // Not of kind 'player': that is what moderators did about a player, which they read in other words.
    const subject = { subjectKind: 'wallet', subjectId: playerId };
    await insertAuditEntry(trx, { id, actorId: actor.id, actorName, action: `wallet-${action}`, ...subject, note: reason, details });
    const notification = adjustmentNotifications[action](amount, reason);
    const event = `wallet ${id}`;
    return {
      ...posted,
      hear: await createNotifications(ctx, trx, [{ playerId, type: 'general', ...notification, relatedId: null, event }]),
    };
  });
  publishNotifications(ctx, hear);
  return done;
}
