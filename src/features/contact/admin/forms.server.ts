import { z } from 'zod';
import { isId } from '../../../shared/ids.ts';
import { parseNote } from '../../audit-log/schema.ts';
import { answerText } from '../forms.server.ts';

const note = z.string().transform((text, context) => {
  const parsed = parseNote(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: 'note' });
  return z.NEVER;
});

/** Answers a message (`key` and `seen` name what the page showed: the id of the answer, and how many there were), or closes it. */
export const messageForm = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('answer'),
    text: answerText,
    key: z.string().refine(isId),
    seen: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  }),
  z.object({ do: z.literal('close'), note }),
]);
