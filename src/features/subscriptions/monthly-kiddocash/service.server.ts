import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { postEntry } from '../../wallet/service.server.ts';
import type { KiddocashPlan } from '../schema.ts';
import * as queries from './queries.server.ts';
import { KIDDOCASH_MONTH_DAYS } from './rules.ts';

const MONTH_MS = KIDDOCASH_MONTH_DAYS * 86_400_000;

/** Kiddocash that a paid month brought. */
type GrantedKiddocash = { reference: string; planName: string; amount: number };

/**
 * Gives a player the kiddocash of paid months that have begun, each once, and never two within a month: what was paid while a month runs
 * waits until it is over. The database refuses a second one, too. Only other services call this, in a transaction that holds the player's
 * lock.
 * @returns what was given by this call
 */
export async function grantDueKiddocash(ctx: AppContext, trx: Transaction<DB>, playerId: string): Promise<GrantedKiddocash[]> {
  const granted: GrantedKiddocash[] = [];
  for (;;) {
    const next = await queries.findNextKiddocash(trx, playerId);
    if (!next || next.due_at > ctx.now()) return granted;
    const { reference, plan_name: planName, amount, due_at: from } = next;
    await queries.claimKiddocashMonth(trx, reference, { from, to: new Date(from.getTime() + MONTH_MS) }, ctx.now());
    await postEntry(ctx, trx, { playerId, amount, source: 'plan-grant', sourceRef: reference, note: planName });
    granted.push({ reference, planName, amount });
  }
}

/** When a player gets the next kiddocash of a plan. Does no authorization: the caller must do it. */
export async function loadKiddocashPlan(ctx: AppContext, playerId: string): Promise<KiddocashPlan> {
  const [next, monthEnd] = await Promise.all([
    queries.findNextKiddocash(ctx.db, playerId),
    queries.findKiddocashMonthEnd(ctx.db, playerId),
  ]);
  return {
    next: next ? { amount: next.amount, at: next.due_at.toISOString() } : null,
    monthEndsAt: monthEnd !== null && monthEnd > ctx.now() ? monthEnd.toISOString() : null,
  };
}
