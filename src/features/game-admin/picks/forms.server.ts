import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';

const day = z.iso.date();

/** A button of the picks: what it does and to what, in one field. */
export const picksForm = z.object({
  do: z
    .string()
    .max(200)
    .transform((text) => text.split(' '))
    .pipe(
      z.union([
        z.tuple([z.enum(['add', 'remove', 'feature']), z.string().min(1)]),
        z.tuple([z.literal('unfeature'), z.uuid()]),
        z.tuple([z.literal('move'), z.string().min(1), z.string().min(1)]),
      ]),
    ),
  note: noteSchema,
});

/** From when until when a game is featured. */
export const planForm = z.object({ from: day, until: day });
