import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { recordDataAccess } from '../../audit-log/service.server.ts';
import * as payments from '../payments/queries.server.ts';
import { loadStatus } from '../plans/service.server.ts';
import { listPaymentsPage, toPaymentSummary } from '../service.server.ts';
import * as queries from './queries.server.ts';
import type { FlaggedPaymentList, PaymentTrace, PlayerBilling } from './schema.ts';

/** One line of typed or pasted input: at most as long as an email address, without control characters. */
const LOOKUP_PATTERN = /^[^\p{Cc}]{1,254}$/u;
/** Maximum number of a player's subscriptions that an operator sees. */
const SUBSCRIPTIONS_SHOWN = 50;
/** Payments per page of the review list. */
const FLAGGED_PAYMENTS_PAGE_SIZE = 30;
/** Maximum number of payments per call of listPaymentTraces: one page. */
const TRACES_MAX = 50;

/**
 * Looks up a player by username (with or without @), by the email address that receipts go to, or by a payment reference.
 * @returns the player's id, or null if there is no match
 * @throws AppError 'not-allowed'
 */
export async function lookUpPlayerId(ctx: AppContext, actor: Actor, input: string): Promise<string | null> {
  authorize(actor, 'payment:read-all');
  const query = input.isWellFormed() ? input.normalize('NFC').trim() : '';
  if (!LOOKUP_PATTERN.test(query)) return null;
  return queries.findPlayerIdByLookup(ctx.db, query.toLowerCase().replace(/^@/, ''), query);
}

/**
 * A player's payments and subscriptions, for operators; read-only.
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function getPlayerBilling(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  after: string | null = null,
): Promise<PlayerBilling> {
  authorize(actor, 'payment:read-all');
  const player = isId(playerId) ? await payments.findPayer(ctx.db, playerId) : undefined;
  if (!player) throw new AppError('not-found');
  await recordDataAccess(ctx, actor, 'read-address', [{ subjectId: playerId }]);
  const [status, paid, subscriptions] = await Promise.all([
    loadStatus(ctx, playerId),
    listPaymentsPage(ctx, playerId, after),
    queries.listSubscriptions(ctx.db, playerId, SUBSCRIPTIONS_SHOWN),
  ]);
  return {
    player,
    status,
    ...paid,
    subscriptions: subscriptions.map((row) => ({
      id: row.id,
      planName: row.name,
      channel: row.channel,
      provider: row.provider,
      code: row.code,
      state: row.state,
      nextBilling: row.next_charge_at?.toISOString() ?? null,
      at: row.created_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  };
}

/**
 * Payments of all players that need manual review, newest first: held (paid, but not as requested, or not as a guardian
 * allows), disputed (the provider waits for a response), and those with a refund that failed, until somebody tries again or settles it.
 * @param after cursor, from `next` of the previous page
 * @throws AppError 'not-allowed'
 */
export async function listFlaggedPayments(ctx: AppContext, actor: Actor, after: string | null = null): Promise<FlaggedPaymentList> {
  authorize(actor, 'payment:read-all');
  // A payment's reference is any text.
  const found = await payments.listFlaggedPaymentRows(
    ctx.db,
    FLAGGED_PAYMENTS_PAGE_SIZE + 1,
    decodeTimeCursor(after, () => true),
  );
  const { rows, next } = toPage(found, FLAGGED_PAYMENTS_PAGE_SIZE, (row) => encodeTimeCursor(row.created_at, row.reference));
  return {
    payments: rows.map((row) => ({
      ...toPaymentSummary(row),
      state: row.state === 'held' && row.is_disallowed ? 'not-allowed' : row.state,
      player: row.player_id === null ? null : { id: row.player_id, username: row.username ?? '', displayName: row.display_name ?? '' },
      provider: row.provider,
      statusMessage: row.status_message ?? '',
    })),
    next,
  };
}

/**
 * Traces of these payments, for operators who investigate one.
 * @throws AppError 'not-allowed'
 */
export async function listPaymentTraces(ctx: AppContext, actor: Actor, references: string[]): Promise<PaymentTrace[]> {
  authorize(actor, 'payment:read-all');
  if (references.length === 0) return [];
  return (await queries.listPaymentTraceRows(ctx.db, references.slice(0, TRACES_MAX))).map((row) => ({
    reference: row.reference,
    statusMessage: row.status_message ?? '',
    checks: row.check_count,
    nextCheck: row.next_check_at?.toISOString() ?? null,
    backMinor: row.refunded_minor,
    taken: row.reclaimed_kiddocash,
    period:
      row.begins_at && row.ends_at
        ? { from: row.begins_at.toISOString(), until: row.ends_at.toISOString(), endedFor: row.revoked_for }
        : null,
  }));
}
