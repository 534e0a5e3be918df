import type { AppContext } from '../../../context.server.ts';
import { PasswordHasherBusyError } from '../../../infra/auth/password-hasher.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { AppError } from '../../../shared/app-error.ts';
import { registerSignInAttempt } from '../../accounts/sign-in-limits/service.server.ts';
import { findCredentials } from './queries.server.ts';

/** The result of asking a signed-in player for their password. `hash` is the hash it was compared with. `wait` is in seconds. */
export type ReauthResult =
  | { state: 'verified'; email: string; username: string; hash: string }
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
    return { state: 'verified', email: credentials.email, username: credentials.username, hash: credentials.hash };
  } catch (error) {
    await attempt.undo();
    if (error instanceof PasswordHasherBusyError) return { state: 'busy' };
    throw error;
  }
}
