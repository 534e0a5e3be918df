import { z } from 'zod';
import { emailSchema } from '../../accounts/forms.server.ts';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { HOLD_ACTIONS } from './schema.ts';

/** Marks a case for the police or releases it, with the reason. */
export const holdForm = z.object({ do: z.enum(HOLD_ACTIONS), reason: noteSchema });

/** A download of a case: why, and for whom. */
export const exportForm = z.object({ note: noteSchema });

/** Frees a banned address. */
export const freeAddressForm = z.object({ email: emailSchema, note: noteSchema });
