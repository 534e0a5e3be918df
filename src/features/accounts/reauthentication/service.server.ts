import type { AppContext } from '../../../context.server.ts';
import { PasswordHasherBusyError } from '../../../infra/auth/password-hasher.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { AppError } from '../../../shared/app-error.ts';
import { USED_CODE_LIMIT } from '../sign-in-limits/rules.ts';
import { consumeRateLimit, registerSignInAttempt, returnRateLimit } from '../sign-in-limits/service.server.ts';
import { findCredentials } from './queries.server.ts';
import { CODE_AGAIN_LIMIT } from './rules.ts';
import type { ProofKind } from './schema.ts';
import { texts } from './texts.ts';

/**
 * The result of asking a signed-in player for their password. `hash` is the hash it was compared with. `twoFactor`: two-factor is on, so what
 * takes the account away asks for a code too (`reauthenticateWithCode`). `why` is for the player to read.
 */
export type ReauthResult =
  | { state: 'verified'; email: string; username: string; hash: string; twoFactor: boolean }
  | { state: 'empty' | 'wrong' | 'none' | 'busy' }
  | { state: 'too-many'; why: string };

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
  if (!('undo' in attempt)) return { state: 'too-many', why: getTooManyError(attempt.wait) };
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

/** The result of asking a signed-in player for a code. `resultCode` is for the form's result, `why` is for the player to read. */
type CodeResult = { state: 'verified' } | { state: 'refused'; resultCode: string; why: string };

/**
 * Asks a signed-in player who has two-factor on for a code, after the password: from the app, or a backup code, which is used up by it. Only
 * other services call this.
 */
export async function reauthenticateWithCode(ctx: AppContext, playerId: string, code: string, clientInfo: ClientInfo): Promise<CodeResult> {
  if (code === '') return { state: 'refused', resultCode: 'bad-input', why: texts.noCode };
  const wait = await consumeRateLimit(ctx, CODE_AGAIN_LIMIT, playerId);
  if (wait > 0) return { state: 'refused', resultCode: 'too-many-requests', why: getTooManyError(wait) };
  const { requestId } = clientInfo;
  const { state } = await ctx.auth.verifyCodeAgain(code, clientInfo);
  if (state !== 'verified') {
    ctx.logSecurity('authn_login_fail', [playerId], { method: 'reauthentication', reason: 'wrong-code', requestId });
    return { state: 'refused', resultCode: 'wrong-code', why: texts.wrongCode };
  }
  if ((await consumeRateLimit(ctx, USED_CODE_LIMIT, `${playerId} ${code.replace(/\W/g, '')}`)) > 0) {
    ctx.logSecurity('authn_token_reuse', [playerId, 'code'], { method: 'reauthentication', requestId });
    return { state: 'refused', resultCode: 'code-used', why: texts.usedCode };
  }
  // Only wrong codes count: in a raid a moderator needs many right ones.
  await returnRateLimit(ctx, CODE_AGAIN_LIMIT, playerId);
  return { state };
}

/** Why somebody of the team did not prove who they are: a code or password that is not right or was used, or too many tries. */
export type ProofFailure = 'wrong' | 'used' | 'too-many';

/** What {@link confirmTeamMember} asks this player for. */
export async function getProofKind(ctx: AppContext, playerId: string): Promise<ProofKind> {
  return (await findCredentials(ctx.db, playerId))?.twoFactor ? 'code' : 'password';
}

/**
 * Asks somebody of the team to prove who they are before what is grave: for a code, or, where the second step is waived (the demo accounts),
 * for the password. Only other services call this.
 * @returns why it was refused, and the words for the field; null if it was not
 */
export async function confirmTeamMember(
  ctx: AppContext,
  playerId: string,
  { code, password }: { code: string; password: string },
  clientInfo: ClientInfo,
): Promise<{ field: ProofKind; reason: ProofFailure; why: string } | null> {
  const credentials = await findCredentials(ctx.db, playerId);
  if (credentials === null) throw new AppError('not-found');
  if (credentials.twoFactor) {
    const result = await reauthenticateWithCode(ctx, playerId, code, clientInfo);
    if (result.state === 'verified') return null;
    const reasons: Partial<Record<string, ProofFailure>> = { 'too-many-requests': 'too-many', 'code-used': 'used' };
    return { field: 'code', reason: reasons[result.resultCode] ?? 'wrong', why: result.why };
  }
  const result = await reauthenticate(ctx, playerId, password, clientInfo);
  if (result.state === 'verified') return null;
  if (result.state === 'too-many') return { field: 'password', reason: 'too-many', why: result.why };
  return { field: 'password', reason: 'wrong', why: texts.passwordErrors[result.state] };
}

/** @param wait in seconds */
function getTooManyError(wait: number): string {
  return texts.tooMany(Math.ceil(wait / 60));
}
