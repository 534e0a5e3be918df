import { z } from 'zod';
import { isId } from '../../shared/ids.ts';
import { ASSIGNMENT_ACTIONS, CASE_KINDS } from './schema.ts';

const key = {
  kind: z.enum(CASE_KINDS),
  // The id of a game, or of a row.
  subjectId: z.string().regex(/^[\w-]{1,64}$/),
};

/** A case in the fields of a form. */
export const caseKeyForm = z.object(key);

/** What is done with an assignment. `to`: the colleague to whom a case is handed on. */
export const assignmentForm = z.object({
  ...key,
  do: z.enum(ASSIGNMENT_ACTIONS),
  to: z.string().refine(isId).optional(),
});
