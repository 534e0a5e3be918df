import { z } from 'zod';
import { displayNameSchema, emailSchema, usernameSchema } from '../../accounts/forms.server.ts';

/** The names, trimmed and validated as at sign-up (spec 2, section 5). */
export const profileForm = z.object({ username: usernameSchema, displayName: displayNameSchema });
/** A new email address; the password is checked as typed, outside this schema. */
export const emailForm = z.object({ email: emailSchema });
/** The token in the link to a new address. */
export const emailChangeToken = z.string().regex(/^[\w-]{32}$/);
