import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { parseForm, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { TWO_FACTOR_CODE_LIMIT, USED_CODE_LIMIT } from './sign-in-limits/rules.ts';
import { consumeRateLimit } from './sign-in-limits/service.server.ts';
import { twoFactorCodeForm } from './forms.server.ts';
import {
  completeSignIn,
  describeIssue,
  describeRefusedSignIn,
  failure,
  toCookieHeader,
  type Outcome,
  type SignedIn,
} from './service.server.ts';
import { endRefusedSession, endSession } from './sessions/service.server.ts';
import { texts } from './texts.ts';

const { failures: why, toasts } = texts;

/** The second step of a sign-in, after the correct password: a code from an authenticator app, or a backup code. */
export async function verifyTwoFactorCode(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<Outcome | SignedIn> {
  authorize(actor, 'account:sign-in');
  const form = parseForm(twoFactorCodeForm, fields, describeIssue, []);
  if (!form.ok) return wrongCode();
  const { requestId } = clientInfo;
  const { code, link } = form.value;
  if (await consumeRateLimit(ctx, TWO_FACTOR_CODE_LIMIT, clientInfo.address))
    return codeFailure('too-many-requests', why.tooManyForms, { view: 'code' });
  const done = await ctx.auth.verifyCode(code, clientInfo);
  const logFailure = (reason: string) => ctx.logSecurity('authn_login_fail', [done.playerId], { method: 'code', reason, requestId });
  if (done.state === 'locked') {
    ctx.logSecurity('authn_login_lock', [done.playerId, 'maxretries'], { method: 'code', requestId });
    return codeFailure('code-locked', why.codeLocked);
  }
  if (done.state !== 'signed-in') {
    logFailure(`${done.state}-code`);
    return done.state === 'wrong' ? wrongCode() : codeFailure('code-expired', why.codeExpired);
  }
  if (await consumeRateLimit(ctx, USED_CODE_LIMIT, `${done.playerId} ${code.replace(/\W/g, '')}`)) {
    ctx.logSecurity('authn_token_reuse', [done.playerId, 'code'], { method: 'code', requestId });
    await endSession(ctx, toCookieHeader(done.cookies));
    return codeFailure('code-used', why.codeUsed);
  }
  const refusal = await endRefusedSession(ctx, toCookieHeader(done.cookies));
  if (refusal) {
    logFailure(refusal.reason);
    const ban = refusal.reason === 'banned' ? { ban: refusal.ban } : {};
    return codeFailure(refusal.reason, describeRefusedSignIn(refusal.reason), { view: 'sign-in', ...ban });
  }
  const cookies = await completeSignIn(ctx, done.playerId, done.cookies, clientInfo, 'code');
  return { kind: 'signed-in', cookies, link: link !== undefined };
}

/** Replaces backup codes of a former version, which were stored encrypted, by their hashes. At start. */
export async function hashFormerBackupCodes(ctx: AppContext): Promise<void> {
  const { unreadable } = await ctx.auth.hashEncryptedBackupCodes();
  if (unreadable > 0) ctx.log.warn({ players: unreadable }, 'backup codes cannot be read with this SECRET, so they were left as they are');
}

const errorToast = (text: string) => ({ ...toasts.signInFailed(text), kind: 'bad' as const });

function wrongCode(): Outcome {
  const result = actionFailure('wrong-code', { fieldErrors: { code: texts.code.wrong } });
  return failure('code', result, { view: 'code', toast: errorToast(texts.code.wrong) });
}

type CodeFailureDetails = Pick<Parameters<typeof failure>[2] & object, 'view' | 'ban'>;

/** By default the sign-in begins again with the password. */
function codeFailure(code: string, text: string, details: CodeFailureDetails = { view: 'sign-in' }): Outcome {
  return failure('code', actionFailure(code), { ...details, toast: errorToast(text) });
}
