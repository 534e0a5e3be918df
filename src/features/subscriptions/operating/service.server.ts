import type { AppContext } from '../../../context.server.ts';
import { decodeCursor, encodeCursor, parseCursorDate } from '../../../shared/paging.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { troubledPage } from '../queries.server.ts';
import { TROUBLED_PAGE } from '../rules.ts';
import type { TroubledList } from '../schema.ts';
import { presentPayment } from '../service.server.ts';

/**
 * Payments that a person has to look at, of all players, the newest first: held (paid, but not what was asked) and disputed (the
 * provider wants an answer). @param after from where on, as `next` said
 * @throws Refusal 'not-allowed'
 */
export async function listTroubled(ctx: AppContext, actor: Actor, after: string | null = null): Promise<TroubledList> {
  authorize(actor, 'payment:oversee');
  const key = decodeCursor(after, ['bigint', 'text']);
  const at = parseCursorDate(key?.[0]);
  const rows = await troubledPage(ctx.db, TROUBLED_PAGE + 1, at && key ? { at, reference: String(key[1]) } : null);
  const shown = rows.slice(0, TROUBLED_PAGE);
  const last = shown.at(-1);
  return {
    payments: shown.map((row) => ({
      ...presentPayment(row),
      state: row.state,
      player: row.player_id === null ? null : { id: row.player_id, username: row.username ?? '', displayName: row.display_name ?? '' },
      provider: row.provider,
      said: row.said ?? '',
    })),
    next: rows.length > TROUBLED_PAGE && last ? encodeCursor([last.created_at.getTime(), last.reference]) : null,
  };
}
