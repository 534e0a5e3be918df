import { z } from 'zod';

/** Kinds of mails about what happened, in the order of the form. */
export const MAIL_KINDS = ['friends', 'messages', 'games'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

// A box that is not ticked is not sent.
const ticked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** Which mails a player gets. */
export const wishesForm = z.object({ friends: ticked, messages: ticked, games: ticked });
export type MailWishes = z.infer<typeof wishesForm>;

/** The key in the mails that stops them. */
export const stopKey = z.string().regex(/^[\w-]{32}$/);
