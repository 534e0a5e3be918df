import { actionFailure } from '../../shared/action-result.ts';
import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { isBannedEmailError } from './banned-emails/rules.ts';
import { sendConfirmationEmail } from './emails.service.server.ts';
import * as forms from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { ConfirmState } from './schema.ts';
import { catchBusy, completeSignIn, describeIssue, failure, getUsernameClaim, requestByEmail, type Outcome } from './service.server.ts';
import { registerSignInAttempt } from './sign-in-limits/service.server.ts';
import { texts } from './texts.ts';

const { failures } = texts;

/** 'Resend Confirmation Email' (spec 1, section 8). */
export async function resendConfirmation(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:sign-in');
  return requestByEmail(ctx, 'resend', fields, clientInfo, async (email) => {
    const token = await ctx.auth.createConfirmationToken(email);
    const player = await queries.findPlayerByIdentifier(ctx.db, email);
    if (token !== null && player) await sendConfirmationEmail(ctx, { email, username: player.username }, token, clientInfo);
  });
}

/** What a confirmation link can do in this browser. Changes nothing. */
export async function checkConfirmationToken(
  ctx: AppContext,
  actor: Actor,
  token: string | null,
  clientInfo: ClientInfo,
): Promise<ConfirmState> {
  authorize(actor, 'account:sign-in');
  const player = await findPlayerToConfirm(ctx, token);
  if (player === null) return 'invalid';
  if (player.email_confirmed) return 'already';
  return (await queries.hasReservedUsername(ctx.db, player.username, getUsernameClaim(ctx, clientInfo).hash))
    ? 'same-browser'
    : 'other-browser';
}

/**
 * Confirms the address with the emailed link and signs in. The browser that signed up needs nothing else; any other browser needs the
 * password. Otherwise somebody could sign up with another person's address and have them confirm an account whose password they know.
 */
export async function confirmEmail(ctx: AppContext, actor: Actor, fields: FormFields, clientInfo: ClientInfo): Promise<Outcome> {
  authorize(actor, 'account:sign-in');
  const form = parseForm(forms.confirmForm, fields, describeIssue, []);
  const player = form.ok ? await findPlayerToConfirm(ctx, form.value.token) : null;
  if (!form.ok || player === null) return failure('confirm', actionFailure('invalid-link'));
  const { token, password } = form.value;
  if (player.email_confirmed) return { kind: 'flash', flashMessage: 'already-confirmed', cookies: [] };
  const claim = getUsernameClaim(ctx, clientInfo).hash;
  if (!(await queries.hasReservedUsername(ctx.db, player.username, claim))) {
    const wrong = await getPasswordError(ctx, player, password, clientInfo);
    if (wrong !== null) return failure('confirm', actionFailure('bad-input', { fieldErrors: { password: wrong } }));
  }
  const done = await ctx.auth.confirmEmail(token, clientInfo).catch((error: unknown) => {
    // Somebody with another spelling of this address was banned after the sign-up.
    if (isBannedEmailError(error)) return { state: 'invalid' as const };
    throw error;
  });
  if (done.state === 'invalid') return failure('confirm', actionFailure('invalid-link'));
  if (done.state === 'already-confirmed') return { kind: 'flash', flashMessage: 'already-confirmed', cookies: [] };
  await queries.releaseUsername(ctx.db, player.username, claim);
  return {
    kind: 'flash',
    flashMessage: 'confirmed',
    cookies: await completeSignIn(ctx, player.id, done.cookies, clientInfo, 'email-link'),
  };
}

async function findPlayerToConfirm(ctx: AppContext, token: string | null) {
  const parsed = forms.tokenSchema.safeParse(token);
  const read = parsed.success ? await ctx.auth.parseConfirmationToken(parsed.data) : null;
  const player = read ? await queries.findPlayerById(ctx.db, read.playerId) : undefined;
  return player && player.email === read?.email ? player : null;
}

/** The error for the password of an unconfirmed account, or null if it is correct. */
async function getPasswordError(
  ctx: AppContext,
  player: { id: string; email: string },
  password: string,
  clientInfo: ClientInfo,
): Promise<string | null> {
  if (password === '') return texts.fieldErrors.empty;
  const attempt = await registerSignInAttempt(ctx, { identifier: player.email, playerId: player.id }, clientInfo);
  if (!('undo' in attempt)) return failures.tooMany(Math.ceil(attempt.wait / 60));
  const done = await catchBusy(ctx.auth.signIn({ email: player.email, password, remember: false }, clientInfo));
  if (done !== 'busy' && done.state === 'wrong') {
    const { requestId } = clientInfo;
    ctx.logSecurity('authn_login_fail', [player.id], { method: 'email-link', reason: 'wrong-password', requestId });
    return texts.confirmPage.wrong;
  }
  await attempt.undo();
  return done === 'busy' ? failures.busy : null;
}
