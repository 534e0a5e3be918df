import { z } from 'zod';
import { isId } from '../../shared/ids.ts';
import { FRIEND_ACTIONS, SEARCH_TERM_LENGTH_MAX } from './schema.ts';

/** An action on another player, or on the player's own friend code. */
export const friendActionForm = z.discriminatedUnion('do', [
  z.object({ do: z.enum(FRIEND_ACTIONS).extract(['renew-code']) }),
  z.object({
    do: z.enum(FRIEND_ACTIONS).exclude(['renew-code']),
    id: z.string().refine(isId),
    // As typed: what is no code is as good as none.
    code: z.string().max(SEARCH_TERM_LENGTH_MAX).optional(),
  }),
]);
