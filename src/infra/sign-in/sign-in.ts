import { AsyncLocalStorage } from 'node:async_hooks';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { betterAuth, type BetterAuthOptions, type DBAdapter } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import { jwtVerify } from 'jose';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { hashedSessions } from './hashed-sessions.ts';
import { cookiesOf, headersOf, outcome } from './library.ts';
import type { Passwords } from './password.ts';
import { secondSteps, secondStepCookies, twoFactorPlugin, type SecondStep } from './two-factor.ts';

/** Seconds that a remembered session lasts (readings.md: 'Remember me'). */
export const REMEMBER_SECONDS = 30 * 24 * 3600;
/** Seconds that a session lasts after its last use when the browser was not to remember it. */
export const FORGET_SECONDS = 24 * 3600;
/** Seconds that the link to choose a new password works. */
export const RESET_SECONDS = 3600;
/** Seconds that the link to confirm an address works. */
export const CONFIRM_SECONDS = 24 * 3600;
/** How long another site may take to answer. */
const ISSUER_MS = 10_000;
const CALLBACK = '/auth/callback/google';

export type SignInSettings = {
  db: Database;
  origin: string;
  secret: string;
  /** The name of the session's cookie, and whether it is only sent over https. */
  cookie: { name: string; secure: boolean };
  /** Accounts made now are marked as made for trying out. */
  demo: boolean;
  issuer: { issuer: string; clientId: string; clientSecret: string } | null;
  passwords: Passwords;
  newId(): string;
  log: Logger;
};

/** What the house decides about somebody who comes from another site. */
export type House = {
  /** A free username and a display name, if neither the subject nor the address has an account yet; else null. */
  newcomer(subject: string, email: string): Promise<{ username: string; displayName: string } | null>;
  /** The other site says that the address is proved: an account here that never proved it makes way. */
  makeWay(email: string): Promise<void>;
};

/** Where a request comes from. */
export type Visit = { address: string; device: string; cookies: string };
export type Person = { id: string; email: string; username: string; confirmed: boolean };
export type Cookies = { cookies: string[] };

/** Accounts as a library keeps them, in our words. What is to be mailed is handed back, not sent. */
export type SignIn = SecondStep & {
  signUp(
    input: { username: string; displayName: string; email: string; password: string },
    visit: Visit,
  ): Promise<
    | { state: 'created'; person: Person; token: string }
    /** The address has an account already; its owner is told, the browser is not. */
    | { state: 'known'; person: Person; passwordHash: string }
    | { state: 'taken'; what: 'email' | 'username' }
  >;
  signIn(
    input: { email: string; password: string; remember: boolean },
    visit: Visit,
  ): Promise<
    | ({ state: 'in'; playerId: string; checked: string } & Cookies)
    /** The password was right, and a second proof is asked for (`enterCode`). */
    | ({ state: 'code'; checked: string } & Cookies)
    | { state: 'wrong' }
    | { state: 'unconfirmed' }
  >;
  /** @returns a token to mail, or null where there is nothing to confirm. */
  askConfirm(email: string): Promise<string | null>;
  /** Whom a confirmation token is about, if it is one of ours and not too old. Changes nothing. */
  readConfirm(token: string): Promise<{ email: string; playerId: string } | null>;
  confirm(token: string, visit: Visit): Promise<({ state: 'in' } & Cookies) | { state: 'already' } | { state: 'invalid' }>;
  /** @returns a token to mail, or null where there is no such account. */
  askReset(email: string): Promise<string | null>;
  mayReset(token: string): Promise<boolean>;
  /** Sets the password and ends every session of the account. @returns null when the token is not good. */
  reset(token: string, password: string): Promise<{ playerId: string } | null>;
  signOut(visit: Visit): Promise<Cookies>;
  /** @returns where to send the browser. @param link connect to the signed-in account instead of signing in. */
  startGoogle(to: { done: string; failed: string; link: boolean }, visit: Visit): Promise<{ url: string } & Cookies>;
  /** The browser is back. @param search the query it brought. */
  finishGoogle(search: string, visit: Visit, house: House): Promise<{ location: string } & Cookies>;
};

/** What the library says on the way, kept per call. */
type Said = {
  confirm?: string;
  reset?: string;
  known?: Person;
  taken?: 'email' | 'username';
  resetOf?: string;
  house?: House;
  hash?: string;
  checked?: string;
};

/** Opens the accounts on our own tables. Nothing of the library's HTTP interface is served but the way back from Google. */
export function createSignIn(settings: SignInSettings): SignIn {
  const { passwords } = settings;
  const said = new AsyncLocalStorage<Said>();
  const listen = async <T>(run: () => Promise<T>, told: Said = {}): Promise<{ result: T; heard: Said }> => {
    const heard: Said = { ...told };
    return { result: await said.run(heard, run), heard };
  };
  const hear = (news: Said) => void Object.assign(said.getStore() ?? {}, news);
  const house = () => {
    const present = said.getStore()?.house;
    if (!present) throw new Error('nobody comes from another site but through finishGoogle');
    return present;
  };
  const options = optionsOf(settings, hear, () => said.getStore() ?? {});
  const auth = betterAuth(options);
  // Google stands apart: an issuer that is slow or away must not hold up who comes with a password.
  const google = withGoogle(settings, options, house);

  return {
    ...secondSteps(auth.api, settings),
    async signUp(input, visit) {
      const { email, password, username, displayName: name } = input;
      const hash = await passwords.hash(password);
      const { result, heard } = await listen(
        () => outcome(auth.api.signUpEmail({ body: { email, password, name, username }, headers: headersOf(visit) })),
        { hash },
      );
      if (heard.known) return { state: 'known', person: heard.known, passwordHash: hash };
      if (heard.taken) return { state: 'taken', what: heard.taken };
      if ('refused' in result) throw result.error;
      const person = { id: result.ok.user.id, email, username, confirmed: false };
      return { state: 'created', person, token: heard.confirm as string };
    },
    async signIn({ email, password, remember: rememberMe }, visit) {
      const { result, heard } = await listen(() =>
        outcome(auth.api.signInEmail({ body: { email, password, rememberMe }, headers: headersOf(visit), returnHeaders: true })),
      );
      if ('refused' in result) {
        if (result.refused === 'EMAIL_NOT_VERIFIED') return { state: 'unconfirmed' };
        if (result.refused === 'INVALID_EMAIL_OR_PASSWORD' || result.refused === 'INVALID_EMAIL') return { state: 'wrong' };
        throw result.error;
      }
      const { response, headers } = result.ok;
      if (!('user' in response)) return { state: 'code', checked: heard.checked ?? '', cookies: secondStepCookies(headers) };
      return { state: 'in', playerId: response.user.id, checked: heard.checked ?? '', cookies: cookiesOf(headers) };
    },
    async askConfirm(email) {
      const found = await (await auth.$context).internalAdapter.findUserByEmail(email);
      if (!found || found.user.emailVerified) return null;
      return createEmailVerificationToken(settings.secret, email, undefined, CONFIRM_SECONDS, { userId: found.user.id });
    },
    async readConfirm(token) {
      const read = await jwtVerify(token, new TextEncoder().encode(settings.secret), { algorithms: ['HS256'] }).catch(() => null);
      const { email, userId } = read?.payload ?? {};
      return typeof email === 'string' && typeof userId === 'string' ? { email, playerId: userId } : null;
    },
    async confirm(token, visit) {
      const result = await outcome(auth.api.verifyEmail({ query: { token }, headers: headersOf(visit), returnHeaders: true }));
      if ('refused' in result) {
        if (/^(INVALID_TOKEN|TOKEN_EXPIRED|USER_NOT_FOUND|INVALID_USER)$/.test(result.refused)) return { state: 'invalid' };
        throw result.error;
      }
      const cookies = cookiesOf(result.ok.headers);
      return cookies.length > 0 ? { state: 'in', cookies } : { state: 'already' };
    },
    async askReset(email) {
      const { heard } = await listen(() => auth.api.requestPasswordReset({ body: { email } }));
      return heard.reset ?? null;
    },
    async mayReset(token) {
      const proof = await (await auth.$context).internalAdapter.findVerificationValue(`reset-password:${token}`);
      return proof !== null && proof.expiresAt > new Date();
    },
    async reset(token, newPassword) {
      const { result, heard } = await listen(() => outcome(auth.api.resetPassword({ body: { token, newPassword } })));
      if ('refused' in result) {
        if (/^(INVALID_TOKEN|USER_NOT_FOUND)$/.test(result.refused)) return null;
        throw result.error;
      }
      return { playerId: heard.resetOf as string };
    },
    async signOut(visit) {
      const { headers } = await auth.api.signOut({ headers: headersOf(visit), returnHeaders: true });
      return { cookies: cookiesOf(headers) };
    },
    async startGoogle({ done, failed, link }, visit) {
      const { api } = await google();
      const body = { provider: 'google', callbackURL: done, errorCallbackURL: failed, disableRedirect: true };
      const asked = { body, headers: headersOf(visit), returnHeaders: true } as const;
      const { response, headers } = link ? await api.linkSocialAccount(asked) : await api.signInSocial(asked);
      if (!response.url) throw new Error('the sign-in site gave no address to go to');
      return { url: response.url, cookies: cookiesOf(headers) };
    },
    async finishGoogle(search, visit, ours) {
      const { handler } = await google();
      const request = new Request(`${settings.origin}${CALLBACK}${search}`, { headers: headersOf(visit), redirect: 'manual' });
      const { result: answer } = await listen(() => handler(request), { house: ours });
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the way back from the sign-in site ended with ${answer.status}`);
      return { location, cookies: cookiesOf(answer.headers) };
    },
  };
}

/** The library with the other site, made at its first use and again after a failure. */
function withGoogle({ issuer }: SignInSettings, options: ReturnType<typeof optionsOf>, house: () => House) {
  const make = async () => {
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
              // On a shared phone Google would else sign in whoever was there last; not every issuer knows the word.
              ...(new URL(issuer.issuer).hostname === 'accounts.google.com' ? { prompt: 'select_account' as const } : {}),
              pkce: true,
              async mapProfileToUser(profile) {
                const email = (profile.email ?? '').toLowerCase();
                const proved = profile.emailVerified || profile['email_verified'] === true;
                if (proved) await house().makeWay(email);
                // Here, before the library's transaction begins: it must not wait for a second connection.
                const names = proved ? await house().newcomer(String(profile['sub'] ?? profile.id), email) : null;
                // Their name and picture at the other site stay there: here a child shows what they chose here.
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
  let made: ReturnType<typeof make> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the sign-in site did not answer in time')), ISSUER_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const OWN_COLUMNS = ['accountId', 'providerId', 'userId', 'password', 'createdAt', 'updatedAt'];

/** The library lays what we answer over what it has, so what is to go has to be named. */
function withoutKeys<A extends object>(account: A): A {
  return Object.fromEntries(Object.entries(account).map(([name, value]) => [name, OWN_COLUMNS.includes(name) ? value : undefined])) as A;
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

function optionsOf(settings: SignInSettings, hear: (news: Said) => void, heard: () => Said) {
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
      hashedSessions(kyselyAdapter(db as never, { type: 'postgres', transaction: true })(own), (taken) => hear({ taken })),
    user: {
      modelName: 'players',
      fields: { name: 'display_name', emailVerified: 'email_confirmed', image: 'avatar_url', ...times },
      // Not required here, since a newcomer from another site gets one on the way; the column is.
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
      expiresIn: REMEMBER_SECONDS,
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
        // Made before the library's transaction begins: a connection must not be held while hashes queue.
        hash: async (password) => heard().hash ?? passwords.hash(password),
        verify: async ({ hash, password }) => {
          hear({ checked: hash });
          return passwords.verify(hash, password);
        },
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ token }) => hear({ reset: token }),
      onExistingUserSignUp: async ({ user }) =>
        hear({
          known: {
            id: user.id,
            email: user.email,
            username: (user as unknown as { username: string }).username,
            confirmed: user.emailVerified,
          },
        }),
      onPasswordReset: async ({ user }) => hear({ resetOf: user.id }),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: CONFIRM_SECONDS,
      sendVerificationEmail: async ({ token }) => hear({ confirm: token }),
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, remembered: session.expiresAt.getTime() - Date.now() > (FORGET_SECONDS + 60) * 1000 },
          }),
        },
      },
      account: {
        create: {
          // Keys to the other site are of no use here, so they are not kept.
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
