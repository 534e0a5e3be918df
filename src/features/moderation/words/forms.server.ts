import { z } from 'zod';
import { WORD_ACTIONS } from './schema.ts';

/** A change of an entry. The service checks its texts: what is allowed depends on the lists. */
const wordActionForm = z.object({
  do: z.enum(WORD_ACTIONS),
  list: z.string().default(''),
  entry: z.string().default(''),
  note: z.string().default(''),
  /** What the moderator confirmed: see WordsResult. */
  confirm: z.string().optional(),
});
/** A text or name to check against the filter. */
const filterTestForm = z.object({ do: z.literal('try'), text: z.string().default(''), as: z.enum(['text', 'name']).catch('text') });

/** The forms of the page. */
export const wordsForm = z.discriminatedUnion('do', [wordActionForm, filterTestForm]);
export type WordActionFields = z.output<typeof wordActionForm>;
export type FilterTestFields = z.output<typeof filterTestForm>;
