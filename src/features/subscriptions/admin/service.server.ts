import type { AppContext } from '../../../context.server.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { listFlaggedPaymentRows } from '../queries.server.ts';
import { FLAGGED_PAYMENTS_PAGE_SIZE } from '../rules.ts';
import type { FlaggedPaymentList } from '../schema.ts';
import { toPaymentSummary } from '../service.server.ts';

/**
 * Payments of all players that need manual review, newest first: held (paid, but not as requested) and disputed (the provider waits for a
 * response).
 * @param after cursor, from `next` of the previous page
 * @throws AppError 'not-allowed'
 */
export async function listFlaggedPayments(ctx: AppContext, actor: Actor, after: string | null = null): Promise<FlaggedPaymentList> {
  authorize(actor, 'payment:oversee');
  // A payment's reference is any text.
  const found = await listFlaggedPaymentRows(
    ctx.db,
    FLAGGED_PAYMENTS_PAGE_SIZE + 1,
    decodeTimeCursor(after, () => true),
  );
  const { rows, next } = toPage(found, FLAGGED_PAYMENTS_PAGE_SIZE, (row) => encodeTimeCursor(row.created_at, row.reference));
  return {
    payments: rows.map((row) => ({
      ...toPaymentSummary(row),
      state: row.state,
      player: row.player_id === null ? null : { id: row.player_id, username: row.username ?? '', displayName: row.display_name ?? '' },
      provider: row.provider,
      said: row.said ?? '',
    })),
    next,
  };
}
