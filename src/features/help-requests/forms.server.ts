import { z } from 'zod';
import { HELP_TEXT_MAX } from './schema.ts';

/** What a player writes with the button. It is never refused for its length: a child who asks for help is not sent back. */
export const askForHelpForm = z.object({
  text: z
    .string()
    .default('')
    .transform((text) => text.replaceAll('\0', '').trim().slice(0, HELP_TEXT_MAX).toWellFormed()),
});
