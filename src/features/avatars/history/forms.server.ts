import { z } from 'zod';
import { isId } from '../../../shared/ids.ts';
import { GENERATED_HEAD, UPLOADED_HEAD } from '../schema.ts';

/** The look to go back to: the generated picture, the uploaded one, or one of the history. */
export const restoreLookSchema = z.object({
  look: z.union([z.literal([GENERATED_HEAD, UPLOADED_HEAD]), z.string().refine(isId, 'not an id')]),
});
