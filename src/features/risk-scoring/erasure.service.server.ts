import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/**
 * What was counted of the player and towards the player is deleted. A case that was opened of it is a report, and is retained as reports
 * are (moderation/retention).
 */
export const riskScoringEraser: Eraser<AppContext> = { deletedTables: ['risk_signals', 'contact_pauses'] };
