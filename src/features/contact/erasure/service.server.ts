import type { AppContext } from '../../../context.server.ts';
import type { Eraser } from '../../../infra/erasure.ts';
import { eraseFromContactAnswers, eraseFromContactMessages } from './queries.server.ts';

/** The player's messages to us are deleted; messages from others, and answers, are retained without the player. */
export const contactEraser: Eraser<AppContext> = {
  retainedTables: { contact_messages: 'What visitors wrote belongs to no player. What the player wrote is deleted by `eraseRows`.' },
  async eraseRows(_ctx, trx, who) {
    await eraseFromContactMessages(trx, who);
    await eraseFromContactAnswers(trx, who);
  },
};
