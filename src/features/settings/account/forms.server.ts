import { z } from 'zod';
import { displayNameSchema, emailSchema, usernameSchema } from '../../accounts/forms.server.ts';
import { typedCode, typedPassword } from '../forms.server.ts';

/** The names, trimmed and validated as at sign-up (spec 2, section 5), and the URL of the avatar that stays; '' for none. */
export const profileForm = z.object({ username: usernameSchema, displayName: displayNameSchema, avatar: z.string().trim().optional() });
/** A new email address. `code` is asked for if two-factor is on. */
export const emailForm = z.object({ email: emailSchema, password: typedPassword, code: typedCode });
/** The token in the link to a new address. */
export const emailChangeToken = z.string().regex(/^[\w-]{32}$/);
