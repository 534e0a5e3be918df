import { z } from 'zod';
import { DISPLAY_NAME_MAX, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from './limits/schema.ts';

/** One line of text without control characters (among them the null byte), well-formed, trimmed. */
const singleLine = (max: number) =>
  z
    .string()
    .max(max * 4, 'long')
    .refine((text) => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'characters')
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().min(1, 'empty').max(max, 'long'));

/** A username as typed: lower-cased, then letters a-z, digits and underscores (spec 1, sections 5 and 9). */
export const usernameSchema = singleLine(USERNAME_MAX)
  .transform((text) => text.toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9_]+$/, 'characters'));

/** Letters of any script; invisible and direction-turning characters could make one name look like another. */
export const displayNameSchema = singleLine(DISPLAY_NAME_MAX).refine(
  (text) => /[\p{L}\p{N}]/u.test(text) && !/[\p{Cf}\p{Co}\p{Cn}]/u.test(text),
  'characters',
);

export const emailSchema = singleLine(EMAIL_MAX)
  .transform((text) => text.toLowerCase())
  .pipe(z.email('form'));

/** Passwords are taken as they are typed: every character counts. Null bytes are no password. */
export const passwordSchema = z
  .string()
  .min(PASSWORD_MIN, 'short')
  .max(PASSWORD_MAX, 'long')
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'characters');

export const signUpForm = z
  .object({ username: usernameSchema, displayName: displayNameSchema, email: emailSchema, password: passwordSchema, confirm: z.string() })
  .refine((form) => form.password === form.confirm, {
    path: ['confirm'],
    message: 'differ',
  });

export const signInForm = z.object({
  /** An e-mail address or a username. */
  identifier: singleLine(EMAIL_MAX).transform((text) => text.toLowerCase()),
  password: z.string().min(1, 'empty').max(PASSWORD_MAX, 'long'),
  remember: z.literal('on').optional(),
});

export const emailForm = z.object({ email: emailSchema });
export const newPasswordForm = z.object({ password: z.string().max(1000), confirm: z.string().max(1000) });

/** What a link in a mail carries: never longer than this, and only letters that such a token has. */
export const tokenSchema = z.string().regex(/^[\w.-]{8,1024}$/);

export type Role = 'player' | 'moderator' | 'operator';

/** The signed-in player, as their own pages see them. */
export type Viewer = { id: string; username: string; displayName: string; avatar: string; role: Role };

/** What an account form's action answers when it does not lead elsewhere. */
export type FormResult = {
  form: 'sign-in' | 'resend' | 'ask-reset' | 'sign-up' | 'new-password' | 'confirm' | 'code';
  ok: boolean;
  /** What the page says as a toast (and, without JavaScript, above the form). */
  toast: { title: string; text: string; kind: 'good' | 'bad' } | null;
  /** What is wrong, by the name of the field. */
  fieldErrors: Record<string, string>;
  /** What was typed, to be shown again; never a password. */
  values: Record<string, string>;
  /** On the login page: which view to show next. */
  view?: 'sign-in' | 'confirm' | 'reset' | 'code';
  /** The password was right, but the account is closed; until when (ISO, null: until it is lifted) and why. */
  ban?: { until: string | null; why: string };
};

/** What a confirmation link can do in a browser: nothing, nothing more, sign in at once, or sign in with the password. */
export type ConfirmState = 'invalid' | 'already' | 'mine' | 'elsewhere';

/** News that a page tells once after a step that led to it (`?news=` in the address; anything else is ignored). */
const FLASH_MESSAGES = [
  'signed-out',
  'check-email',
  'check-email-late',
  'confirmed',
  'already-confirmed',
  'password-updated',
  'google-failed',
  'google-unconfirmed',
  'google-connected',
  'account-closed',
  'message-refused',
  'message-muted',
  'not-done',
  'leaving',
  'account-kept',
  'export-later',
  'reported',
  'avatar-updated',
] as const;
export type FlashMessage = (typeof FLASH_MESSAGES)[number];
