import { z } from 'zod';
import { emailSchema } from '../accounts/forms.server.ts';
import { noteSchema } from '../audit-log/forms.server.ts';
import { proofFields } from '../accounts/reauthentication/forms.server.ts';

const note = noteSchema;

/** What operators do to an account, each with a reason. */
export const accountForm = z.discriminatedUnion('do', [
  z.object({ do: z.literal('show-address') }),
  z.object({
    do: z.literal('rename'),
    username: z.string().max(100),
    displayName: z.string().max(200),
    // What the form showed: a name that is still that one was not touched, and stays what it is now.
    shownUsername: z.string().max(100),
    shownDisplayName: z.string().max(200),
    note,
  }),
  z.object({ do: z.literal('sign-out'), note }),
  z.object({ do: z.literal('withdraw-consent'), note }),
  z.object({
    do: z.literal('replace-guardian'),
    email: emailSchema,
    emailAgain: emailSchema,
    // Usernames of the other accounts that have the address, once the operator has ticked that they know of them.
    owners: z.string().max(2000).default(''),
    note,
    ...proofFields,
  }),
  z.object({ do: z.literal('delete'), note, ...proofFields }),
  z.object({ do: z.literal('set-role'), role: z.enum(['player', 'moderator', 'operator']), note, ...proofFields }),
]);

/** The download of what an account has. */
export const accountExportForm = z.object({ note, ...proofFields });
