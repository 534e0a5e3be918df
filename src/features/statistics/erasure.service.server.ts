import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** The days on which the player was here are deleted. Figures stay as they were counted: they name nobody. */
export const statisticsEraser: Eraser<AppContext> = { unlinkedTables: ['player_days'] };
