import { z } from 'zod';
import { isId } from '../../../shared/ids.ts';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { VERDICTS } from './schema.ts';

/** Empty, or a note as the audit log stores it. */
const optionalNoteSchema = z.union([z.string().trim().length(0), noteSchema]).prefault('');

/** A decision about a picture. A refusal needs a note, and an approved picture can only be refused. */
export const verdictSchema = z
  .object({
    picture: z.string().refine(isId, 'not an id'),
    do: z.enum(VERDICTS),
    was: z
      .string()
      .optional()
      .transform((was) => (was === 'approved' ? ('approved' as const) : ('waiting' as const))),
    note: optionalNoteSchema,
  })
  .refine((form) => form.do === 'approve' || form.note !== '', { path: ['note'], error: 'a refusal needs a note' })
  .refine((form) => form.do === 'refuse' || form.was === 'waiting', { path: ['do'], error: 'it is approved already' });
