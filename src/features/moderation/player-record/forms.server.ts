import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';

/** A note of the team about a player. */
export const teamNoteForm = z.object({ do: z.literal('note'), text: noteSchema });
