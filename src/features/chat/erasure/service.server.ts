import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { deleteReportReceipts, eraseFromPlayerReports } from './queries.server.ts';
import { erasedText } from './texts.ts';

/**
 * Conversations are deleted for both players. Reports about the player are deleted, reports about others are retained without them. What a
 * case needs of them was copied before (moderation/retention).
 */
export const chatEraser: Eraser<AppContext> = {
  deletedTables: ['conversations'],
  retainedTables: { player_reports: 'The safety of others: what the player reported about somebody stays; reports about the player go.' },
  async eraseRows(_ctx, trx, who) {
    await eraseFromPlayerReports(trx, who, erasedText);
    await deleteReportReceipts(trx, who.id);
  },
};
