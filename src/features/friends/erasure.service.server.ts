import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** Friendships are deleted for both players, and whatever else is between the player and others. */
export const friendsEraser: Eraser<AppContext> = {
  deletedTables: ['friendships', 'declined_friend_requests', 'blocks', 'friend_codes', 'presence'],
};
