import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';

/** Switches chat on or off. */
export const chatToggleForm = z.object({ do: z.enum(['on', 'off']), note: noteSchema });
