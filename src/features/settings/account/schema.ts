import { z } from 'zod';
import { displayNameSchema, emailSchema, usernameSchema } from '../../accounts/schema.ts';

/** The names, trimmed and as at sign-up (spec 2, section 5). */
export const profileForm = z.object({ username: usernameSchema, displayName: displayNameSchema });
/** Another address, and the password as it is typed. */
export const emailForm = z.object({ email: emailSchema });
/** What the link to a new address carries. */
export const emailChangeToken = z.string().regex(/^[\w-]{32}$/);

/** The Account tab. */
export type AccountView = {
  username: string;
  displayName: string;
  email: string;
  /** What is shown for the player, and whether they chose it. */
  avatar: string;
  hasAvatar: boolean;
  /** How often the username may still be changed now; when again (ISO) where it may not. */
  renamesLeft: number;
  renameAllowedAt: string | null;
  /** Who signs in through another site only has no password that could be asked for. */
  hasPassword: boolean;
  /** An address that waits for its proof. */
  newEmail: string | null;
};

/** What the link to a new address can do. `email`: the address that it proves. */
export type EmailLinkState = { state: 'log-in' } | { state: 'invalid' } | { state: 'ready'; email: string } | { state: 'done' };
