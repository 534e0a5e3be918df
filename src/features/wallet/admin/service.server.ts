import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseForm, parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { LOG_LIMIT } from '../rules.ts';
import type { AdminWallet } from '../schema.ts';
import { postEntry, getPlayerStatement } from '../service.server.ts';
import { adjustmentNotifications } from '../texts.ts';
import { adjustmentButton, adjustmentForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { WalletAdjustmentResult } from './schema.ts';
import { texts } from './texts.ts';
import { insertAuditEntry, getUsername } from '../../audit-log/queries.server.ts';

/**
 * A player's kiddocash for operators: the statement and the operators' adjustments.
 * @param after cursor for the statement, from its `next`
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
 * Grants or takes kiddocash. The reason is sent to the player and kept in the audit log. Submitting the same form twice counts once.
 * @param fields `do` (grant or take), `amount`, `reason`, and the `key` from the page
 * @returns the new balance, and whether this call made the change; or what is wrong with the amount or the reason
 * @throws AppError 'not-allowed', 'not-found', 'bad-input', 'not-available' (the balance is too low, or it is the actor's own wallet)
 */
export async function adjustWallet(ctx: AppContext, actor: Actor, playerId: string, fields: FormFields): Promise<WalletAdjustmentResult> {
  authorize(actor, 'wallet:adjust');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const describe = (field: string) => (field === 'amount' ? texts.wrongAmount : texts.wrongReason);
  const typed = parseForm(adjustmentForm, fields, describe, ['amount', 'reason']);
  if (!typed.ok) return typed;
  const { do: adjustment, key } = parseFormOrThrow(adjustmentButton, fields);
  if (!isId(playerId)) throw new AppError('not-found');
  if (actor.id === playerId) throw new AppError('not-available', 'nobody changes their own kiddocash');
  const { amount, reason } = typed.value;
  // Includes the player, so that a key from another player's page has no effect here.
  const sourceRef = `${playerId} ${key}`;
  const { hear, ...done } = await ctx.db.transaction().execute(async (trx) => {
    const signedAmount = adjustment === 'grant' ? amount : -amount;
    const posted = await postEntry(ctx, trx, { playerId, amount: signedAmount, source: 'operator', sourceRef, note: reason });
    if (!posted.isNew) return { ...posted, hear: [] };
    const id = ctx.newId();
    const actorName = await getUsername(trx, actor.id);
    const details = { amount, balance: posted.balance, sourceRef };
    // Not of kind 'player': those entries are moderation actions, which moderators see with different texts.
    const subject = { subjectKind: 'wallet', subjectId: playerId };
    await insertAuditEntry(trx, { id, actorId: actor.id, actorName, action: `wallet-${adjustment}`, ...subject, note: reason, details });
    const notification = adjustmentNotifications[adjustment](amount, reason);
    const event = `wallet ${id}`;
    return {
      ...posted,
      hear: await createNotifications(ctx, trx, [{ playerId, type: 'general', ...notification, relatedId: null, event }]),
    };
  });
  publishNotifications(ctx, hear);
  return { ok: true, adjustment, amount, ...done };
}
