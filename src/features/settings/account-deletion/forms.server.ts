import { z } from 'zod';
import { typedPassword } from '../forms.server.ts';
import { DELETION_FORMS } from './schema.ts';

/** The token in the emailed link. */
export const deletionToken = z.string().regex(/^[\w-]{32}$/);

/** The form that deletes the account, with the password or the token of a link; and the form that asks for a link. */
export const deletionForm = z.object({
  do: z.enum(DELETION_FORMS).catch('leave'),
  current: typedPassword,
  token: deletionToken.optional().catch(undefined),
});
