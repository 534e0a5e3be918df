import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/**
 * A player's guardianships go with their mails, and the guardian too unless another player has them; so does what was decided, and whom the
 * guardian approved. A grown-up who was approved for others is in none of their records any more (a trigger of migration 0037), and nobody counts by how many.
 */
export const guardiansEraser: Eraser<AppContext> = {
  deletedTables: ['guardianships', 'approved_adults', 'adult_approvers'],
  retainedTables: { consent_records: 'What was decided for a child stays, without the grown-up whom it named.' },
};
