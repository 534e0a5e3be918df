import { z } from 'zod';

/** Kinds of mails about what happened, in the order of the form. */
export const EMAIL_KINDS = ['friends', 'messages', 'games'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

// A box that is not ticked is not sent.
const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** Which mails a player gets. */
export const emailPreferencesForm = z.object({ friends: checkbox, messages: checkbox, games: checkbox });
export type EmailPreferences = z.infer<typeof emailPreferencesForm>;

/** The key in the mails that stops them. */
export const unsubscribeKey = z.string().regex(/^[\w-]{32}$/);
