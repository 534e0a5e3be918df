import { z } from 'zod';
import { SANDBOX_FORM_ACTIONS } from './schema.ts';

/** Form of POST /till/{reference}. */
export const sandboxForm = z.object({ do: z.enum(SANDBOX_FORM_ACTIONS), charge: z.string().min(1).max(200).optional() });
