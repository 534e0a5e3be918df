import type { AppContext } from '../../context.server.ts';
import type { Eraser } from '../../infra/erasure.ts';

/** A player's browsers, quiet hours and what they were told of last are deleted. Queued messages name the player's id, and go with it. */
export const pushEraser: Eraser<AppContext> = {
  deletedTables: ['push_subscriptions', 'push_settings', 'push_throttles'],
};
