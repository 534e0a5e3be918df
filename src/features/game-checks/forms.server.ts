import { z } from 'zod';
import { noteSchema } from '../audit-log/forms.server.ts';

/** The form that leaves a game hidden. */
export const leaveHiddenForm = z.object({ note: noteSchema });
