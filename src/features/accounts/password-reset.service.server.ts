import { actionFailure } from '../../shared/action-result.ts';
import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { isBannedEmailError } from './banned-emails/rules.ts';
import { sendPasswordChangedEmail, sendPasswordResetEmail } from './emails.service.server.ts';
import * as forms from './forms.server.ts';
import * as queries from './queries.server.ts';
import { PASSWORD_MIN } from './schema.ts';
import { catchBusy, describeIssue, errorToast, failure, requestByEmail, type Outcome, type ToastText } from './service.server.ts';
import { findPasswordFlaw } from './passwords/service.server.ts';
import { endAllSessions } from './sessions/service.server.ts';
import { createDeviceCookie } from './sign-in-limits/service.server.ts';
import { texts } from './texts.ts';

const { failures, toasts } = texts;

/** 'Send Reset Email' (spec 2, section 8). */
export async function requestPasswordReset(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:sign-in');
  return requestByEmail(ctx, 'ask-reset', fields, clientInfo, async (email) => {
    const token = await ctx.auth.createResetToken(email);
    const player = await queries.findPlayerByIdentifier(ctx.db, email);
    if (token === null || !player) return;
    ctx.logSecurity('authn_token_created', [player.id, 'password-reset'], { requestId: clientInfo.requestId });
    await sendPasswordResetEmail(ctx, { email, username: player.username }, token, clientInfo);
  });
}

/** Whether the reset link still works (spec 2, section 4: the page validates first). */
export async function checkResetToken(ctx: AppContext, actor: Actor, token: string | null): Promise<boolean> {
  authorize(actor, 'account:sign-in');
  const parsed = forms.tokenSchema.safeParse(token);
  return parsed.success && (await ctx.auth.findResetPlayerId(parsed.data)) !== null;
}

/**
 * Sets a new password with the emailed reset link (spec 2, sections 5 and 8). Ends every session of the account.
 * @param token null: the browser lost the cookie with the token.
 */
export async function resetPassword(
  ctx: AppContext,
  actor: Actor,
  token: string | null,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<Outcome> {
  authorize(actor, 'account:sign-in');
  const fail = (code: string, toast: ToastText, fieldErrors: Record<string, string> = {}) =>
    failure('new-password', actionFailure(code, { fieldErrors }), { toast: errorToast(toast) });
  const form = parseForm(forms.newPasswordForm, fields, describeIssue, []);
  if (!form.ok) return fail('bad-input', toasts.passwordFailed(texts.fieldErrors.password.long));
  if (form.value.password !== form.value.confirm) return fail('bad-input', toasts.differ, { confirm: texts.fieldErrors.differ });
  if (form.value.password.length < PASSWORD_MIN) return fail('bad-input', toasts.short, { password: texts.fieldErrors.password.short });
  const password = parseForm(forms.passwordForm, fields, describeIssue, []);
  if (!password.ok)
    return failure('new-password', password, {
      toast: errorToast(toasts.passwordFailed(password.fieldErrors['password'] ?? texts.fieldErrors.characters)),
    });
  const { requestId } = clientInfo;
  const refuse = (reason: string, toast: ToastText) => {
    ctx.logSecurity('authn_password_change_fail', [null], { method: 'email-link', reason, requestId });
    return fail(reason, toast);
  };
  const known = forms.tokenSchema.safeParse(token);
  if (!known.success) return refuse('link-expired', toasts.resetExpired);
  const owner = await findResetPlayer(ctx, known.data);
  if (!owner) return refuse('invalid-link', toasts.invalidReset);
  const flaw = await findPasswordFlaw(ctx, password.value.password, { ...owner, displayName: owner.display_name });
  if (flaw !== null) return fail('bad-input', toasts.passwordFailed(flaw), { password: flaw });
  const done = await catchBusy(ctx.auth.resetPassword(known.data, password.value.password).then((of) => of ?? ('invalid' as const)));
  if (done === 'busy') return fail('unavailable', toasts.passwordFailed(failures.busy));
  if (done === 'invalid') return refuse('invalid-link', toasts.invalidReset);
  ctx.logSecurity('authn_password_change', [done.playerId], { method: 'email-link', requestId });
  await endAllSessions(ctx, done.playerId);
  await queries.deleteVerificationTokens(ctx.db, done.playerId);
  // The link arrived by email, so using it also confirms the address.
  const isConfirmed = await confirmAddress(ctx, done.playerId);
  if (!isConfirmed) return fail('invalid-link', toasts.invalidReset);
  const player = await queries.findPlayerById(ctx.db, done.playerId);
  if (player) await sendPasswordChangedEmail(ctx, player);
  return { kind: 'flash', flashMessage: 'password-updated', cookies: [createDeviceCookie(ctx, done.playerId, clientInfo)] };
}

/** @returns false if the account was never confirmed, and may not have its address any more */
async function confirmAddress(ctx: AppContext, playerId: string): Promise<boolean> {
  try {
    await queries.markEmailConfirmed(ctx.db, playerId);
    return true;
  } catch (error) {
    if (isBannedEmailError(error)) return false;
    throw error;
  }
}

/** The player whom a reset token belongs to; undefined if the token is invalid. */
async function findResetPlayer(ctx: AppContext, token: string) {
  const playerId = await ctx.auth.findResetPlayerId(token);
  return playerId === null ? undefined : queries.findPlayerById(ctx.db, playerId);
}
