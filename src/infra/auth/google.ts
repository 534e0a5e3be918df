import { betterAuth } from 'better-auth';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins';
import type { Auth, AuthSettings } from './auth.ts';
import { getCookies, toHeaders, type AuthLibrary } from './better-auth.ts';
import { captureEvents, getSignUpHooks, recordEvent, type EventStore } from './captured-events.ts';

/** Timeout for requests to the OAuth issuer. */
const ISSUER_TIMEOUT_MS = 10_000;
const CALLBACK_PATH = '/auth/callback/google';

/** Sign-in with Google. It has its own instance: a slow or unreachable issuer must not delay users who sign in with a password. */
export function createGoogleSignIn(library: AuthLibrary): Pick<Auth, 'startGoogle' | 'finishGoogle'> {
  const google = withGoogle(library);
  return {
    async startGoogle({ done, failed, link }, clientInfo) {
      const { api } = await google();
      const body = { provider: 'google', callbackURL: done, errorCallbackURL: failed, disableRedirect: true };
      const asked = { body, headers: toHeaders(clientInfo), returnHeaders: true } as const;
      const { response, headers } = link ? await api.linkSocialAccount(asked) : await api.signInSocial(asked);
      if (!response.url) throw new Error('the sign-in site gave no address to go to');
      return { url: response.url, cookies: getCookies(headers) };
    },
    async finishGoogle(search, clientInfo, ours) {
      const { handler } = await google();
      const request = new Request(`${library.settings.origin}${CALLBACK_PATH}${search}`, {
        headers: toHeaders(clientInfo),
        redirect: 'manual',
      });
      const { result: answer } = await captureEvents(library.events, () => handler(request), { signUpHooks: ours });
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the way back from the sign-in site ended with ${answer.status}`);
      return { location, cookies: getCookies(answer.headers) };
    },
  };
}

/** The library with the OAuth provider, created at its first use, and again after a failure. */
function withGoogle({ settings: { issuer }, options, events }: AuthLibrary) {
  const createInstance = async () => {
    if (issuer === null) throw new Error('no sign-in site is set up');
    const auth = betterAuth({
      ...options,
      plugins: [genericOAuth({ config: [toProvider(issuer, events)] })],
    });
    const context = await withTimeout(auth.$context);
    if (!context.socialProviders.some((provider) => provider.id === 'google')) throw new Error('the sign-in site did not answer');
    return auth;
  };
  let instance: ReturnType<typeof createInstance> | null = null;
  return () => {
    instance ??= createInstance().catch((error: unknown) => {
      instance = null;
      throw error;
    });
    return instance;
  };
}

/** Google as the library's OAuth provider. */
function toProvider(issuer: NonNullable<AuthSettings['issuer']>, events: EventStore) {
  return {
    providerId: 'google',
    discoveryUrl: `${issuer.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId: issuer.clientId,
    clientSecret: issuer.clientSecret,
    requireIdTokenVerification: true,
    scopes: ['openid', 'email'],
    // On a shared phone, Google would otherwise sign in the last user; not every issuer knows this parameter.
    ...(new URL(issuer.issuer).hostname === 'accounts.google.com' ? { prompt: 'select_account' as const } : {}),
    pkce: true,
    async mapProfileToUser(profile) {
      const email = (profile.email ?? '').toLowerCase();
      const isVerified = profile.emailVerified || profile['email_verified'] === true;
      if (isVerified) await getSignUpHooks(events).releaseEmail(email);
      // Look things up here, before the library's transaction begins: the transaction must not wait for a second connection.
      const prepared = isVerified ? await getSignUpHooks(events).prepareSignUp(String(profile['sub'] ?? profile.id), email) : null;
      if (prepared === 'refused') recordEvent(events, { isRefused: true });
      const { displayName: name = '', ...columns } = prepared === null || prepared === 'refused' ? {} : prepared;
      // Do not copy their name and picture from the provider: a child only shows what they chose here.
      return { name, image: undefined, email, ...columns };
    },
  } satisfies GenericOAuthConfig;
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the sign-in site did not answer in time')), ISSUER_TIMEOUT_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
