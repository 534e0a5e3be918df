import { z } from 'zod';
import { toReadableText } from './rules.ts';

/**
 * What a player writes with the button, or the words that a card sends. It is never refused for its length: a child who asks for help is not sent
 * back. It keeps all words of a card, whose text may be long, with the cry at its end.
 */
export const askForHelpForm = z.object({
  text: z
    .string()
    .default('')
    .transform((text) => toReadableText(text)),
});
