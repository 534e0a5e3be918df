import { z } from 'zod';
import { parseNote } from './schema.ts';

/** A note as it is stored; what is missing, too short or too long is invalid. */
export const noteSchema = z.string().transform(parseNote).pipe(z.string());
