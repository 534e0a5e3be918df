import type { AppContext } from '../../../context.server.ts';
import { decodeCursor, encodeCursor, parseCursorDate } from '../../../shared/paging.ts';
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
  const key = decodeCursor(after, ['bigint', 'text']);
  const at = parseCursorDate(key?.[0]);
  const rows = await listFlaggedPaymentRows(ctx.db, FLAGGED_PAYMENTS_PAGE_SIZE + 1, at && key ? { at, reference: String(key[1]) } : null);
  const shown = rows.slice(0, FLAGGED_PAYMENTS_PAGE_SIZE);
  const last = shown.at(-1);
  return {
    payments: shown.map((row) => ({
      ...toPaymentSummary(row),
      state: row.state,
      player: row.player_id === null ? null : { id: row.player_id, username: row.username ?? '', displayName: row.display_name ?? '' },
      provider: row.provider,
      said: row.said ?? '',
    })),
    next: rows.length > FLAGGED_PAYMENTS_PAGE_SIZE && last ? encodeCursor([last.created_at.getTime(), last.reference]) : null,
  };
}
