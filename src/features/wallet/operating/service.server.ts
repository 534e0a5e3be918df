import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { log, nameOf } from '../../moderation/queries.server.ts';
import { cleanNote } from '../../moderation/rules.ts';
import { announce, notify } from '../../notifications/service.server.ts';
import { adjustmentOf, LOG_SHOWN } from '../rules.ts';
import type { WalletCase } from '../schema.ts';
import { book, statementOf } from '../service.server.ts';
import { told } from '../texts.ts';
import * as queries from './queries.server.ts';

/**
 * A player's kiddocash for operators: what came and went, and what operators did.
 * @param after from where on in the statement, as its `next` said
 * @throws Refusal 'not-allowed', 'not-found'
 */
export async function viewWallet(ctx: AppContext, actor: Actor, playerId: string, after: string | null): Promise<WalletCase> {
  authorize(actor, 'wallet:adjust');
  const owner = isId(playerId) ? await queries.ownerOf(ctx.db, playerId) : undefined;
  if (!owner) throw new AppError('not-found');
  const [statement, entries] = await Promise.all([statementOf(ctx, playerId, after), queries.adjustmentsOf(ctx.db, playerId, LOG_SHOWN)]);
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
 * @throws Refusal 'not-allowed', 'not-found', 'bad-input', 'not-available' (there is not so much to take, or it is one's own)
 */
export async function adjustWallet(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  fields: Record<string, string>,
): Promise<{ balance: number; isNew: boolean }> {
  authorize(actor, 'wallet:adjust');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const asked = adjustmentOf(fields, cleanNote(fields['reason'] ?? ''));
  if (!asked || !isId(fields['key']))
    throw new AppError('bad-input', 'do is grant or take, with an amount, a reason and the key of the page');
  if (!isId(playerId)) throw new AppError('not-found');
  if (actor.id === playerId) throw new AppError('not-available', 'nobody changes their own kiddocash');
  const { action, amount, reason } = asked;
  // With the player in it: a key that was taken from another player's page says nothing here.
  const sourceRef = `${playerId} ${fields['key']}`;
  const { hear, ...done } = await ctx.db.transaction().execute(async (trx) => {
    const signed = action === 'grant' ? amount : -amount;
    const booked = await book(ctx, trx, { playerId, amount: signed, source: 'operator', sourceRef, note: reason });
    if (!booked.isNew) return { ...booked, hear: [] };
    const id = ctx.newId();
    const actorName = await nameOf(trx, actor.id);
    const details = { amount, balance: booked.balance, sourceRef };
    // Not of kind 'player': that is what moderators did about a player, which they read in other words.
    const subject = { subjectKind: 'wallet', subjectId: playerId };
    await log(trx, { id, actorId: actor.id, actorName, action: `wallet-${action}`, ...subject, note: reason, details });
    const words = told[action](amount, reason);
    const event = `wallet ${id}`;
    return { ...booked, hear: await notify(ctx, trx, [{ playerId, type: 'general', ...words, relatedId: null, event }]) };
  });
  announce(ctx, hear);
  return done;
}
