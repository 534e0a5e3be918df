import { z } from 'zod';
import { emailSchema } from '../accounts/forms.server.ts';
import { GUARDIAN_ACTIONS } from './schema.ts';

/** What a player does on the page; only a changed or foreign request has anything else. */
export const guardianActionForm = z.object({ do: z.enum(GUARDIAN_ACTIONS) });

/** The address of whom they ask. */
export const askForm = z.object({ email: emailSchema });
