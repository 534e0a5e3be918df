import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** What the player played and saved is deleted; plays are retained as figures. */
export const gamesEraser: Eraser<AppContext> = {
  deletedTables: ['play_history', 'play_times', 'game_saves'],
  retainedTables: { plays: 'Figures of how often a game is played, which lists sort by.' },
};
