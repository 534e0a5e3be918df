import { createEmailVerificationToken } from 'better-auth/api';
import { jwtVerify } from 'jose';
import type { Auth } from './auth.ts';
import { getCookies, toHeaders, toResult, type AuthLibrary } from './better-auth.ts';
import { CONFIRM_SECONDS } from './lifetimes.ts';

/** Confirming an e-mail address by a link. */
export function createEmailConfirmation(
  library: AuthLibrary,
): Pick<Auth, 'createConfirmationToken' | 'parseConfirmationToken' | 'confirmEmail'> {
  return {
    async createConfirmationToken(email) {
      const found = await (await library.auth.$context).internalAdapter.findUserByEmail(email);
      if (!found || found.user.emailVerified) return null;
      return createEmailVerificationToken(library.settings.secret, email, undefined, CONFIRM_SECONDS, { userId: found.user.id });
    },
    async parseConfirmationToken(token) {
      const read = await jwtVerify(token, new TextEncoder().encode(library.settings.secret), { algorithms: ['HS256'] }).catch(() => null);
      const { email, userId } = read?.payload ?? {};
      return typeof email === 'string' && typeof userId === 'string' ? { email, playerId: userId } : null;
    },
    async confirmEmail(token, clientInfo) {
      const result = await toResult(
        library.auth.api.verifyEmail({ query: { token }, headers: toHeaders(clientInfo), returnHeaders: true }),
      );
      if ('refused' in result) {
        if (/^(INVALID_TOKEN|TOKEN_EXPIRED|USER_NOT_FOUND|INVALID_USER)$/.test(result.refused)) return { state: 'invalid' };
        throw result.error;
      }
      const cookies = getCookies(result.ok.headers);
      return cookies.length > 0 ? { state: 'signed-in', cookies } : { state: 'already-confirmed' };
    },
  };
}
