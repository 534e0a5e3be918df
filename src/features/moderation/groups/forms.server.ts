import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { GROUP_DECISIONS, NAME_FAULTS } from './schema.ts';

/**
 * A decision about a group. The buttons that take a name away say why, as `fault`, and nothing else. `seen`: see parseSeenUntil; `shown`: the
 * newest of the names that the page showed.
 */
export const groupDecisionForm = z.object({
  action: z.enum(GROUP_DECISIONS).default('take-group-name'),
  fault: z.enum(NAME_FAULTS).optional(),
  note: noteSchema,
  seen: z.string().optional(),
  shown: z.string().default(''),
});
