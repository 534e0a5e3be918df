import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeCursor, encodeCursor, toPage } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { lookUpPlayerId } from '../../subscriptions/admin/service.server.ts';
import { CHANNELS } from '../../subscriptions/schema.ts';
import { toPaymentSummary } from '../../subscriptions/service.server.ts';
import * as queries from './queries.server.ts';
import { getTimeRange, PAGE_SIZE, parsePaymentFilters, STATES_SHOWN } from './rules.ts';
import { PROVIDERS, type PaymentFilters, type PaymentList } from './schema.ts';

/**
 * Payments of all players, newest first.
 * @param read reads a filter of the URL
 * @param after cursor, from `next` of the previous page
 * @throws AppError 'not-allowed', 'sign-in-required'
 */
export async function listAllPayments(
  ctx: AppContext,
  actor: Actor,
  read: (name: keyof PaymentFilters) => string | null,
  after: string | null = null,
): Promise<PaymentList> {
  authorize(actor, 'payment:read-all');
  const filters = parsePaymentFilters(read);
  const whose = filters.who === '' ? { playerId: null, reference: null } : await findWhose(ctx, actor, filters.who);
  if (whose === null) return { filters, payments: [], next: null, isUnknown: true };
  const { states, isDisallowed = null, withFailedRefunds = false } = STATES_SHOWN[filters.state];
  const channels = filters.channel === '' ? [...CHANNELS] : [filters.channel];
  const providers = filters.provider === '' ? [...PROVIDERS] : [filters.provider];
  const [micros, reference] = decodeCursor(after, ['bigint', 'text']) ?? [];
  const found = await queries.listPaymentRows(
    ctx.db,
    { states, isDisallowed, withFailedRefunds, channels, providers, ...getTimeRange(filters), ...whose },
    PAGE_SIZE + 1,
    micros === undefined || reference === undefined ? null : { micros, reference },
  );
  const { rows, next } = toPage(found, PAGE_SIZE, (row) => encodeCursor([row.micros, row.reference]));
  const listed = rows.map((row) => ({
    ...toPaymentSummary(row),
    // The list is sorted, and searched by days, by when a payment was begun.
    at: row.created_at.toISOString(),
    player: row.player_id === null ? null : { id: row.player_id, username: row.username ?? '' },
    provider: row.provider,
    hasFailedRefund: row.has_failed_refund,
  }));
  return { filters, payments: listed, next, isUnknown: false };
}

/** The player or the payment that somebody typed: a payment's number, a username, an address or a player's id. */
async function findWhose(
  ctx: AppContext,
  actor: Actor,
  who: string,
): Promise<{ playerId: string | null; reference: string | null } | null> {
  if (await queries.hasPayment(ctx.db, who)) return { playerId: null, reference: who };
  const playerId = isId(who) ? who : await lookUpPlayerId(ctx, actor, who);
  return playerId === null ? null : { playerId, reference: null };
}
