import { z } from 'zod';

/** Kinds of notification emails, in the order of the form. */
export const EMAIL_KINDS = ['friends', 'messages', 'games'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

// Browsers do not submit an unchecked checkbox.
const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** A player's email preferences. */
export const emailPreferencesForm = z.object({ friends: checkbox, messages: checkbox, games: checkbox });
export type EmailPreferences = z.infer<typeof emailPreferencesForm>;

/** The key in the unsubscribe link. */
export const unsubscribeKey = z.string().regex(/^[\w-]{32}$/);
