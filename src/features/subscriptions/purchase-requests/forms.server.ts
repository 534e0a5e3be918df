import { z } from 'zod';
import { languageField } from '../../guardians/agreement/forms.server.ts';
import { CHANNELS } from '../schema.ts';
import { PURCHASE_ACTIONS, REPLY_MAX } from './schema.ts';

const productId = z.string().min(1).max(40);

/** What a player asks for: a plan or a pack, by its id; or that the open request is taken back. */
export const askAtHomeForm = z.union([
  z.object({ do: z.literal('ask'), plan: z.enum(['premium', 'pro']), pack: z.undefined().optional() }),
  z.object({ do: z.literal('ask'), plan: z.undefined().optional(), pack: productId }),
  z.object({ do: z.literal('take-back') }),
]);

/** What a guardian wants to do, and the language of their page. */
export const purchaseForm = z.object({ do: z.enum(PURCHASE_ACTIONS), lang: languageField });
/** How they pay. */
export const payForm = z.object({ channel: z.enum(CHANNELS) });
/** What they write to their no, on one line; nothing is fine. */
export const replyForm = z.object({
  reply: z
    .string()
    .default('')
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().max(REPLY_MAX, 'long')),
});
