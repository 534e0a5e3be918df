import type { AppContext } from '../../../context.server.ts';
import { PasswordHasherBusyError } from '../../../infra/auth/password-hasher.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { AppError } from '../../../shared/app-error.ts';
import { USED_CODE_LIMIT } from '../../accounts/sign-in-limits/rules.ts';
import { consumeRateLimit, registerSignInAttempt } from '../../accounts/sign-in-limits/service.server.ts';
import { findCredentials } from './queries.server.ts';
import { CODE_AGAIN_LIMIT } from './rules.ts';

/**
 * The result of asking a signed-in player for their password. `hash` is the hash it was compared with. `twoFactor`: two-factor is on, so what
 * takes the account away asks for a code too (`reauthenticateWithCode`). `wait` is in seconds.
 */
export type ReauthResult =
  | { state: 'verified'; email: string; username: string; hash: string; twoFactor: boolean }
  | { state: 'empty' | 'wrong' | 'none' | 'busy' }
  | { state: 'too-many'; wait: number };

/**
 * Asks a signed-in player for the password again, before actions that could take the account away from them. It has the same rate limits as
 * sign-in, because somebody who found an unlocked phone must not be able to guess here either. 'none': the player signs in with Google and
 * has no password. Only other services call this. @throws AppError 'not-found' if the account is deleted
 */
export async function reauthenticate(ctx: AppContext, playerId: string, password: string, clientInfo: ClientInfo): Promise<ReauthResult> {
  const credentials = await findCredentials(ctx.db, playerId);
  if (credentials === null) throw new AppError('not-found');
  if (credentials.hash === null) return { state: 'none' };
  if (password === '') return { state: 'empty' };
  const attempt = await registerSignInAttempt(ctx, { identifier: credentials.email, playerId }, clientInfo);
  if (!('undo' in attempt)) return { state: 'too-many', wait: attempt.wait };
  try {
    if (!(await ctx.passwordHasher.verify(credentials.hash, password))) {
      const { requestId } = clientInfo;
      ctx.logSecurity('authn_login_fail', [playerId], { method: 'reauthentication', reason: 'wrong-password', requestId });
      return { state: 'wrong' };
    }
    await attempt.undo();
    return { state: 'verified', ...credentials, hash: credentials.hash };
  } catch (error) {
    await attempt.undo();
    if (error instanceof PasswordHasherBusyError) return { state: 'busy' };
    throw error;
  }
}

/** The result of asking a signed-in player for a code. `wait` is in seconds. */
export type CodeResult = { state: 'verified' } | CodeFailure;
export type CodeFailure = { state: 'empty' | 'wrong' | 'used' } | { state: 'too-many'; wait: number };

/** The codes of the failures in a form's result. */
export const CODE_FAILURES: Record<CodeFailure['state'], string> = {
  empty: 'bad-input',
  wrong: 'wrong-code',
  used: 'code-used',
  'too-many': 'too-many-requests',
};

/**
 * Asks a signed-in player who has two-factor on for a code, after the password: from the app, or a backup code, which is used up by it. Only
 * other services call this.
 */
export async function reauthenticateWithCode(ctx: AppContext, playerId: string, code: string, clientInfo: ClientInfo): Promise<CodeResult> {
  if (code === '') return { state: 'empty' };
  const wait = await consumeRateLimit(ctx, CODE_AGAIN_LIMIT, playerId);
  if (wait > 0) return { state: 'too-many', wait };
  const { requestId } = clientInfo;
  const { state } = await ctx.auth.verifyCodeAgain(code, clientInfo);
  if (state !== 'verified') {
    ctx.logSecurity('authn_login_fail', [playerId], { method: 'reauthentication', reason: 'wrong-code', requestId });
    return { state: 'wrong' };
  }
  if ((await consumeRateLimit(ctx, USED_CODE_LIMIT, `${playerId} ${code.replace(/\W/g, '')}`)) > 0) {
    ctx.logSecurity('authn_token_reuse', [playerId, 'code'], { method: 'reauthentication', requestId });
    return { state: 'used' };
  }
  return { state };
}
