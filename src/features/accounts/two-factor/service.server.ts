import type { AppContext } from '../../../context.server.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { TWO_FACTOR_CODE_LIMIT, USED_CODE_LIMIT } from '../sign-in-limits/rules.ts';
import { consumeRateLimit } from '../sign-in-limits/service.server.ts';
import type { FormResult } from '../schema.ts';
import { toCookieHeader, completeSignIn, type Outcome, type SignedIn } from '../service.server.ts';
import { endSession, endSessionIfBanned } from '../sessions/service.server.ts';
import { texts } from '../texts.ts';

/** No valid code is longer. */
const CODE_MAX = 40;
const { failures: why, toasts } = texts;

/** The second step of a sign-in, after the correct password: a code from an authenticator app, or a backup code. */
export async function verifyTwoFactorCode(
  ctx: AppContext,
  actor: Actor,
  fields: Record<string, string>,
  clientInfo: ClientInfo,
): Promise<Outcome | SignedIn> {
  authorize(actor, 'account:enter');
  const given = fields['code'] ?? '';
  const wrong = () => codeResult({ view: 'code', fieldErrors: { code: texts.code.wrong }, toast: errorToast(texts.code.wrong) });
  if (given.trim() === '' || given.length > CODE_MAX) return wrong();
  if (await consumeRateLimit(ctx, TWO_FACTOR_CODE_LIMIT, clientInfo.address))
    return codeResult({ view: 'code', toast: errorToast(why.tooManyForms) });
  const done = await ctx.auth.verifyCode(given, clientInfo);
  if (done.state === 'wrong') return wrong();
  if (done.state !== 'in')
    return codeResult({ view: 'sign-in', toast: errorToast(done.state === 'locked' ? why.codeLocked : why.codeExpired) });
  if (await consumeRateLimit(ctx, USED_CODE_LIMIT, `${done.playerId} ${given.replace(/\W/g, '')}`)) {
    await endSession(ctx, toCookieHeader(done.cookies));
    return codeResult({ view: 'sign-in', toast: errorToast(why.codeUsed) });
  }
  const ban = await endSessionIfBanned(ctx, toCookieHeader(done.cookies));
  if (ban) return codeResult({ view: 'sign-in', ban, toast: errorToast(why.banned) });
  return { kind: 'in', cookies: await completeSignIn(ctx, done.playerId, done.cookies, clientInfo), link: fields['link'] === 'google' };
}

const errorToast = (message: string) => ({ ...toasts.signInFailed(message), kind: 'bad' as const });

function codeResult(rest: Partial<FormResult>): Outcome {
  return { kind: 'answer', answer: { form: 'code', ok: false, toast: null, fieldErrors: {}, values: {}, ...rest }, cookies: [] };
}
