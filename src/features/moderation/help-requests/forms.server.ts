import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { HELP_REQUEST_ACTIONS } from './schema.ts';

/** What a moderator does about a request. */
export const helpRequestForm = z.object({ action: z.enum(HELP_REQUEST_ACTIONS), note: noteSchema });
