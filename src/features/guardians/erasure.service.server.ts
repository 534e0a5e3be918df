import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** A player's guardianships go with their mails, and the guardian too unless another player has them; so does what was decided. */
export const guardiansEraser: Eraser<AppContext> = {
  deletedTables: ['guardianships', 'consent_records'],
};
