import { z } from 'zod';
import { PUSH_FORMS } from '../push/schema.ts';
import { SECURITY_FORMS } from './security/schema.ts';

/** A checkbox. Browsers do not submit an unchecked one. */
export const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** A password that is compared as typed; '' if it was not sent. */
export const typedPassword = z.string().default('');

/** A code from an app, or a backup code; '' if it was not sent. No valid code is longer. */
export const typedCode = z.string().trim().max(40, 'long').default('');

/** Which form of the settings was submitted. */
export const settingsForm = z.object({ do: z.enum(['profile', 'change-email', 'privacy', 'mails', ...PUSH_FORMS, ...SECURITY_FORMS]) });
