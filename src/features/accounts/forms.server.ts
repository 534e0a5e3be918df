import { z } from 'zod';
import { DISPLAY_NAME_MAX, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from './schema.ts';

// The message of an issue is a code; describeIssue in service.server.ts has its text.

/** One line of well-formed, trimmed text without control characters (this excludes the null byte). */
const singleLine = (max: number) =>
  z
    .string('empty')
    .max(max * 4, 'long')
    .refine((text) => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'characters')
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().min(1, 'empty').max(max, 'long'));

/** A username as typed: lowercased, then only letters a-z, digits and underscores (spec 1, sections 5 and 9). */
export const usernameSchema = singleLine(USERNAME_MAX)
  .transform((text) => text.toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9_]+$/, 'characters'));

/** Letters of any script. Invisible characters and direction controls are refused, because they can make one name look like another. */
export const displayNameSchema = singleLine(DISPLAY_NAME_MAX).refine(
  (text) => /[\p{L}\p{N}]/u.test(text) && !/[\p{Cf}\p{Co}\p{Cn}]/u.test(text),
  'characters',
);

export const emailSchema = singleLine(EMAIL_MAX)
  .transform((text) => text.toLowerCase())
  .pipe(z.email('form'));

/** Passwords are used exactly as typed: every character counts. Null bytes are refused. */
export const passwordSchema = z
  .string('empty')
  .min(PASSWORD_MIN, 'short')
  .max(PASSWORD_MAX, 'long')
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'characters');

export const signUpForm = z
  .object({
    username: usernameSchema,
    displayName: displayNameSchema,
    email: emailSchema,
    password: passwordSchema,
    confirm: z.string('empty'),
  })
  .refine((form) => form.password === form.confirm, {
    path: ['confirm'],
    message: 'differ',
  });

/** The login page also connects the Google account with which somebody came. */
const link = z.literal('google').optional().catch(undefined);

export const signInForm = z.object({
  /** An e-mail address or a username. */
  identifier: singleLine(EMAIL_MAX).transform((text) => text.toLowerCase()),
  password: z.string('empty').min(1, 'empty').max(PASSWORD_MAX, 'long'),
  remember: z.literal('on').optional(),
  link,
});

/** A code of an authenticator app, or a backup code. No valid code is longer. */
export const twoFactorCodeForm = z.object({
  code: z
    .string('empty')
    .max(40, 'long')
    .refine((code) => code.trim() !== '', 'empty'),
  link,
});

/** Which form of the login page was submitted, and where to go after signing in. */
export const loginTarget = z.object({
  form: z.enum(['sign-in', 'code', 'resend', 'ask-reset']).catch('sign-in'),
  returnUrl: z.string().optional(),
});

export const emailForm = z.object({ email: emailSchema });
/** The two fields as typed. They are compared before their characters are checked (spec 2, section 8). */
export const newPasswordForm = z.object({ password: z.string().max(1000), confirm: z.string().max(1000) });
export const passwordForm = z.object({ password: passwordSchema });

/** The token in an emailed link, with its length and character limits. */
export const tokenSchema = z.string().regex(/^[\w.-]{8,1024}$/);

/** The confirmation page. The password is compared as typed; it is not needed in the browser that signed up. */
export const confirmForm = z.object({ token: tokenSchema, password: z.string().default('') });
