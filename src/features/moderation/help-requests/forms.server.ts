import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { HELP_REQUEST_ACTIONS } from './schema.ts';

/** What a moderator does about a request. `version`: of the request as the page showed it. */
export const helpRequestForm = z.object({ action: z.enum(HELP_REQUEST_ACTIONS), note: noteSchema, version: z.string().default('') });
