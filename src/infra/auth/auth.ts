import { AsyncLocalStorage } from 'node:async_hooks';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { betterAuth, type BetterAuthOptions, type DBAdapter } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import { jwtVerify } from 'jose';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { hashSessionTokens } from './hashed-sessions.ts';
import { getCookies, toHeaders, toResult } from './better-auth.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { createTwoFactor, twoFactorCookies, twoFactorPlugin, type TwoFactor } from './two-factor.ts';

/** Seconds that a remembered session lasts (readings.md: 'Remember me'). */
const REMEMBERED_SESSION_SECONDS = 30 * 24 * 3600;
/** Seconds that a session lasts after its last use without "Remember me". */
export const SESSION_SECONDS = 24 * 3600;
/** Seconds until the link to choose a new password expires. */
export const RESET_SECONDS = 3600;
/** Seconds until the link to confirm an email address expires. */
export const CONFIRM_SECONDS = 24 * 3600;
/** Timeout for requests to the OAuth issuer. */
const ISSUER_TIMEOUT_MS = 10_000;
const CALLBACK_PATH = '/auth/callback/google';

export type AuthSettings = {
  db: Database;
  origin: string;
  secret: string;
  /** The name of the session's cookie, and whether it is only sent over https. */
  cookie: { name: string; secure: boolean };
  /** Accounts created now are marked as demo accounts. */
  demo: boolean;
  issuer: { issuer: string; clientId: string; clientSecret: string } | null;
  passwords: PasswordHasher;
  newId(): string;
  log: Logger;
};

/** Our decisions about a user who signs in through an OAuth provider. */
type OAuthSignUpHooks = {
  /** A free username and a display name if neither the subject nor the email address has an account yet; else null. */
  createNames(subject: string, email: string): Promise<{ username: string; displayName: string } | null>;
  /** The provider has verified the email address: an account here that never confirmed it must give the address up. */
  releaseEmail(email: string): Promise<void>;
};

/** Where a request comes from. */
export type ClientInfo = { address: string; userAgent: string; cookies: string };
type AuthUser = { id: string; email: string; username: string; confirmed: boolean };
export type SetCookies = { cookies: string[] };

/** Accounts, wrapping the auth library in our own terms. Tokens to be emailed are returned, not sent. */
export type Auth = TwoFactor & {
  signUp(
    input: { username: string; displayName: string; email: string; password: string },
    clientInfo: ClientInfo,
  ): Promise<
    | { state: 'created'; user: AuthUser; token: string }
    /** The email address already has an account. Its owner is told by email; the browser must not be told. */
    | { state: 'known'; user: AuthUser; passwordHash: string }
    | { state: 'taken'; what: 'email' | 'username' }
  >;
  signIn(
    input: { email: string; password: string; remember: boolean },
    clientInfo: ClientInfo,
  ): Promise<
    | ({ state: 'in'; playerId: string; verifiedHash: string } & SetCookies)
    /** The password was right, and a second factor is required (`verifyCode`). */
    | ({ state: 'code'; verifiedHash: string } & SetCookies)
    | { state: 'wrong' }
    | { state: 'unconfirmed' }
  >;
  /** @returns a token to email, or null if there is nothing to confirm */
  createConfirmationToken(email: string): Promise<string | null>;
  /** The account that a confirmation token belongs to, if the token is valid and not expired. Changes nothing. */
  parseConfirmationToken(token: string): Promise<{ email: string; playerId: string } | null>;
  confirmEmail(
    token: string,
    clientInfo: ClientInfo,
  ): Promise<({ state: 'in' } & SetCookies) | { state: 'already' } | { state: 'invalid' }>;
  /** @returns a token to email, or null if there is no such account */
  createResetToken(email: string): Promise<string | null>;
  isResetTokenValid(token: string): Promise<boolean>;
  /** Sets the password and ends every session of the account. @returns null if the token is invalid */
  resetPassword(token: string, password: string): Promise<{ playerId: string } | null>;
  signOut(clientInfo: ClientInfo): Promise<SetCookies>;
  /** @returns where to redirect the browser. @param link connect to the signed-in account instead of signing in */
  startGoogle(to: { done: string; failed: string; link: boolean }, clientInfo: ClientInfo): Promise<{ url: string } & SetCookies>;
  /** Handles the redirect back from Google. @param search the query string of the callback */
  finishGoogle(search: string, clientInfo: ClientInfo, house: OAuthSignUpHooks): Promise<{ location: string } & SetCookies>;
};

/** Events that the library's callbacks report, collected per call. */
type CapturedEvents = {
  confirm?: string;
  reset?: string;
  known?: AuthUser;
  taken?: 'email' | 'username';
  resetOf?: string;
  signUpHooks?: OAuthSignUpHooks;
  hash?: string;
  verifiedHash?: string;
};

/** Creates the accounts on our own tables. The only HTTP route of the library that is served is the OAuth callback from Google. */
export function createAuth(settings: AuthSettings): Auth {
  const { passwords } = settings;
  const captureStore = new AsyncLocalStorage<CapturedEvents>();
  const capture = async <T>(run: () => Promise<T>, initial: CapturedEvents = {}): Promise<{ result: T; captured: CapturedEvents }> => {
    const captured: CapturedEvents = { ...initial };
    return { result: await captureStore.run(captured, run), captured };
  };
  const record = (event: CapturedEvents) => void Object.assign(captureStore.getStore() ?? {}, event);
  const getSignUpHooks = () => {
    const present = captureStore.getStore()?.signUpHooks;
    if (!present) throw new Error('nobody comes from another site but through finishGoogle');
    return present;
  };
  const options = toBetterAuthOptions(settings, record, () => captureStore.getStore() ?? {});
  const auth = betterAuth(options);
  // Google has its own instance: a slow or unreachable issuer must not delay users who sign in with a password.
  const google = withGoogle(settings, options, getSignUpHooks);

  return {
    ...createTwoFactor(auth.api, settings),
    async signUp(input, clientInfo) {
      const { email, password, username, displayName: name } = input;
      const hash = await passwords.hash(password);
      const { result, captured } = await capture(
        () => toResult(auth.api.signUpEmail({ body: { email, password, name, username }, headers: toHeaders(clientInfo) })),
        { hash },
      );
      if (captured.known) return { state: 'known', user: captured.known, passwordHash: hash };
      if (captured.taken) return { state: 'taken', what: captured.taken };
      if ('refused' in result) throw result.error;
      const user = { id: result.ok.user.id, email, username, confirmed: false };
      return { state: 'created', user, token: captured.confirm as string };
    },
    async signIn({ email, password, remember: rememberMe }, clientInfo) {
      const { result, captured } = await capture(() =>
        toResult(auth.api.signInEmail({ body: { email, password, rememberMe }, headers: toHeaders(clientInfo), returnHeaders: true })),
      );
      if ('refused' in result) {
        if (result.refused === 'EMAIL_NOT_VERIFIED') return { state: 'unconfirmed' };
        if (result.refused === 'INVALID_EMAIL_OR_PASSWORD' || result.refused === 'INVALID_EMAIL') return { state: 'wrong' };
        throw result.error;
      }
      const { response, headers } = result.ok;
      if (!('user' in response)) return { state: 'code', verifiedHash: captured.verifiedHash ?? '', cookies: twoFactorCookies(headers) };
      return { state: 'in', playerId: response.user.id, verifiedHash: captured.verifiedHash ?? '', cookies: getCookies(headers) };
    },
    async createConfirmationToken(email) {
      const found = await (await auth.$context).internalAdapter.findUserByEmail(email);
      if (!found || found.user.emailVerified) return null;
      return createEmailVerificationToken(settings.secret, email, undefined, CONFIRM_SECONDS, { userId: found.user.id });
    },
    async parseConfirmationToken(token) {
      const read = await jwtVerify(token, new TextEncoder().encode(settings.secret), { algorithms: ['HS256'] }).catch(() => null);
      const { email, userId } = read?.payload ?? {};
      return typeof email === 'string' && typeof userId === 'string' ? { email, playerId: userId } : null;
    },
    async confirmEmail(token, clientInfo) {
      const result = await toResult(auth.api.verifyEmail({ query: { token }, headers: toHeaders(clientInfo), returnHeaders: true }));
      if ('refused' in result) {
        if (/^(INVALID_TOKEN|TOKEN_EXPIRED|USER_NOT_FOUND|INVALID_USER)$/.test(result.refused)) return { state: 'invalid' };
        throw result.error;
      }
      const cookies = getCookies(result.ok.headers);
      return cookies.length > 0 ? { state: 'in', cookies } : { state: 'already' };
    },
    async createResetToken(email) {
      const { captured } = await capture(() => auth.api.requestPasswordReset({ body: { email } }));
      return captured.reset ?? null;
    },
    async isResetTokenValid(token) {
      const proof = await (await auth.$context).internalAdapter.findVerificationValue(`reset-password:${token}`);
      return proof !== null && proof.expiresAt > new Date();
    },
    async resetPassword(token, newPassword) {
      const { result, captured } = await capture(() => toResult(auth.api.resetPassword({ body: { token, newPassword } })));
      if ('refused' in result) {
        if (/^(INVALID_TOKEN|USER_NOT_FOUND)$/.test(result.refused)) return null;
        throw result.error;
      }
      return { playerId: captured.resetOf as string };
    },
    async signOut(clientInfo) {
      const { headers } = await auth.api.signOut({ headers: toHeaders(clientInfo), returnHeaders: true });
      return { cookies: getCookies(headers) };
    },
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
      const request = new Request(`${settings.origin}${CALLBACK_PATH}${search}`, { headers: toHeaders(clientInfo), redirect: 'manual' });
      const { result: answer } = await capture(() => handler(request), { signUpHooks: ours });
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the way back from the sign-in site ended with ${answer.status}`);
      return { location, cookies: getCookies(answer.headers) };
    },
  };
}

/** The library with the OAuth provider, created at its first use, and again after a failure. */
function withGoogle({ issuer }: AuthSettings, options: ReturnType<typeof toBetterAuthOptions>, getSignUpHooks: () => OAuthSignUpHooks) {
  const createInstance = async () => {
    if (issuer === null) throw new Error('no sign-in site is set up');
    const auth = betterAuth({
      ...options,
      plugins: [
        genericOAuth({
          config: [
            {
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
                if (isVerified) await getSignUpHooks().releaseEmail(email);
                // Create names here, before the library's transaction begins: the transaction must not wait for a second connection.
                const names = isVerified ? await getSignUpHooks().createNames(String(profile['sub'] ?? profile.id), email) : null;
                // Do not copy their name and picture from the provider: a child only shows what they chose here.
                return { name: names?.displayName ?? '', image: undefined, email, ...(names ? { username: names.username } : {}) };
              },
            },
          ],
        }),
      ],
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

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the sign-in site did not answer in time')), ISSUER_TIMEOUT_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

const ACCOUNT_COLUMNS = ['accountId', 'providerId', 'userId', 'password', 'createdAt', 'updatedAt'];

/** The library merges our return value into its own data, so keys to remove must be set to undefined. */
function withoutKeys<A extends object>(account: A): A {
  return Object.fromEntries(
    Object.entries(account).map(([name, value]) => [name, ACCOUNT_COLUMNS.includes(name) ? value : undefined]),
  ) as A;
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

function toBetterAuthOptions(settings: AuthSettings, record: (news: CapturedEvents) => void, getCaptured: () => CapturedEvents) {
  const { db, log, cookie, passwords } = settings;
  return {
    appName: 'Kiddo',
    baseURL: settings.origin,
    basePath: '/auth',
    secret: settings.secret,
    plugins: [twoFactorPlugin()],
    trustedOrigins: [settings.origin],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...rest) => log.error({ err: rest[0] }, message) },
    onAPIError: { errorURL: `${settings.origin}/login` },
    database: (own: BetterAuthOptions): DBAdapter =>
      hashSessionTokens(kyselyAdapter(db, { type: 'postgres', transaction: true })(own), (taken) => record({ taken })),
    user: {
      modelName: 'players',
      fields: { name: 'display_name', emailVerified: 'email_confirmed', image: 'avatar_url', ...times },
      // Optional here, since a new user from an OAuth provider gets a username on the way; the column itself is required.
      additionalFields: {
        username: { type: 'string', required: false },
        isDemo: { type: 'boolean', required: false, input: false, fieldName: 'is_demo', defaultValue: settings.demo },
      },
      validateUserInfo: ({ user, source }) =>
        source.method === 'oauth' && user.emailVerified !== true ? { error: 'google-unconfirmed' } : undefined,
    },
    session: {
      modelName: 'sessions',
      fields: { userId: 'player_id', token: 'token_hash', ipAddress: 'address', userAgent: 'device', expiresAt: 'expires_at', ...times },
      additionalFields: { remembered: { type: 'boolean', required: true, input: false, defaultValue: true } },
      expiresIn: REMEMBERED_SESSION_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'sign_ins',
      fields: { userId: 'player_id', accountId: 'subject', providerId: 'provider', password: 'password_hash', ...times },
      accountLinking: { enabled: true, disableImplicitLinking: true },
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: 'proofs',
      fields: { expiresAt: 'expires_at', ...times },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 1,
      maxPasswordLength: 1000,
      password: {
        // The hash is computed before the library's transaction begins: no connection is held while hashes queue.
        hash: async (password) => getCaptured().hash ?? passwords.hash(password),
        verify: async ({ hash, password }) => {
          record({ verifiedHash: hash });
          return passwords.verify(hash, password);
        },
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ token }) => record({ reset: token }),
      onExistingUserSignUp: async ({ user }) =>
        record({
          known: {
            id: user.id,
            email: user.email,
            username: (user as unknown as { username: string }).username,
            confirmed: user.emailVerified,
          },
        }),
      onPasswordReset: async ({ user }) => record({ resetOf: user.id }),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: CONFIRM_SECONDS,
      sendVerificationEmail: async ({ token }) => record({ confirm: token }),
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, remembered: session.expiresAt.getTime() - Date.now() > (SESSION_SECONDS + 60) * 1000 },
          }),
        },
      },
      account: {
        create: {
          // The provider's tokens are of no use here, so they are not stored.
          before: async (account) => ({ data: withoutKeys(account) }),
        },
        update: {
          before: async (account) => ({ data: withoutKeys(account) }),
        },
      },
    },
    advanced: {
      database: { generateId: () => settings.newId() },
      cookiePrefix: 'kiddo',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: cookie.secure, path: '/' },
      cookies: { session_token: { name: cookie.name } },
      ipAddress: { ipAddressHeaders: ['x-kiddo-address'] },
    },
  } satisfies BetterAuthOptions;
}
