import type { Auth } from './auth.ts';
import { getCookies, toHeaders, toResult, type AuthLibrary } from './better-auth.ts';
import { captureEvents } from './captured-events.ts';
import { twoFactorCookies } from './two-factor.ts';

/** Sign-up, sign-in with a password, and sign-out. */
export function createPasswordSignIn(library: AuthLibrary): Pick<Auth, 'signUp' | 'signIn' | 'signOut'> {
  return {
    async signUp(input, clientInfo) {
      const { email, emailHash, password, username, displayName: name } = input;
      const hash = await library.settings.passwords.hash(password);
      const { result, captured } = await captureEvents(
        library.events,
        () =>
          toResult(library.auth.api.signUpEmail({ body: { email, emailHash, password, name, username }, headers: toHeaders(clientInfo) })),
        { hash },
      );
      if (captured.known) return { state: 'email-exists', user: captured.known, passwordHash: hash };
      if (captured.taken === 'banned') return { state: 'email-banned', passwordHash: hash };
      if (captured.taken) return { state: 'duplicate', what: captured.taken };
      if ('refused' in result) throw result.error;
      const user = { id: result.ok.user.id, email, username, confirmed: false };
      return { state: 'created', user, token: captured.confirm as string };
    },
    async signIn({ email, password, remember: rememberMe }, clientInfo) {
      const { result, captured } = await captureEvents(library.events, () =>
        toResult(
          library.auth.api.signInEmail({ body: { email, password, rememberMe }, headers: toHeaders(clientInfo), returnHeaders: true }),
        ),
      );
      if ('refused' in result) {
        if (result.refused === 'EMAIL_NOT_VERIFIED') return { state: 'unconfirmed' };
        if (result.refused === 'INVALID_EMAIL_OR_PASSWORD' || result.refused === 'INVALID_EMAIL') return { state: 'wrong' };
        throw result.error;
      }
      const { response, headers } = result.ok;
      if (!('user' in response))
        return { state: 'two-factor-required', verifiedHash: captured.verifiedHash ?? '', cookies: twoFactorCookies(headers) };
      return { state: 'signed-in', playerId: response.user.id, verifiedHash: captured.verifiedHash ?? '', cookies: getCookies(headers) };
    },
    async signOut(clientInfo) {
      const { headers } = await library.auth.api.signOut({ headers: toHeaders(clientInfo), returnHeaders: true });
      return { cookies: getCookies(headers) };
    },
  };
}
