import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { proofFields } from '../../accounts/reauthentication/forms.server.ts';
import { parseExplanation } from './rules.ts';
import { PLAYER_ACTIONS } from './schema.ts';

/** What every decision has. `seen`: see parseSeenUntil; `asOf`: when the page was read, undefined if that cannot be known. */
const decision = {
  note: noteSchema,
  seen: z.string().optional(),
  asOf: z.iso
    .datetime()
    .transform((iso) => new Date(iso))
    .optional()
    .catch(undefined),
};
const why = z.string().transform(parseExplanation).pipe(z.string());
const actionSchema = z.enum(PLAYER_ACTIONS);

/** A decision about a reported player. A warning, mute or ban has an explanation, `why`, that the player reads; a ban asks for the second step. */
export const playerDecisionForm = z.discriminatedUnion('action', [
  z.object({ ...decision, action: actionSchema.extract(['dismiss', 'lift']) }),
  z.object({ ...decision, action: actionSchema.exclude(['dismiss', 'lift', 'ban']), why }),
  z.object({ ...decision, ...proofFields, action: z.literal('ban'), why }),
]);
