import { z } from 'zod';
import { noteSchema } from '../audit-log/forms.server.ts';
import { MODERATION_ACTIONS } from './schema.ts';

/** A decision about a reported game. `seen`: see parseSeenUntil. */
export const gameDecisionForm = z.object({ action: z.enum(MODERATION_ACTIONS), note: noteSchema, seen: z.string().optional() });
