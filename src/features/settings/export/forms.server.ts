import { z } from 'zod';
import { typedPassword } from '../forms.server.ts';

/** The form that asks for the file. */
export const exportForm = z.object({ current: typedPassword });
