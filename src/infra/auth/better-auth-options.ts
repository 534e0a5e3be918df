import { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { BetterAuthOptions, DBAdapter } from 'better-auth';
import type { AuthSettings } from './auth.ts';
import type { BackupCodeStore } from './backup-codes.ts';
import { recordEvent, type EventStore } from './captured-events.ts';
import { hashSessionTokens, tokenHash } from './hashed-sessions.ts';
import { CONFIRM_SECONDS, REMEMBERED_SESSION_SECONDS, RESET_SECONDS, SESSION_SECONDS } from './lifetimes.ts';
import { twoFactorPlugin } from './two-factor.ts';

const times = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** The library's options: our tables and columns, our limits, and callbacks that report to `events`. */
export function toBetterAuthOptions(settings: AuthSettings, events: EventStore, backupCodes: BackupCodeStore) {
  const { db, log } = settings;
  return {
    appName: 'Kiddo',
    baseURL: settings.origin,
    basePath: '/auth',
    secret: settings.secret,
    plugins: [twoFactorPlugin(backupCodes)],
    trustedOrigins: [settings.origin],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...rest) => log.error({ err: rest[0] }, message) },
    onAPIError: { errorURL: `${settings.origin}/login` },
    database: (own: BetterAuthOptions): DBAdapter =>
      hashSessionTokens(kyselyAdapter(db, { type: 'postgres', transaction: true })(own), (taken) => recordEvent(events, { taken })),
    user: toUserOptions(settings, events),
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'player_id',
        token: 'token_hash',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        expiresAt: 'expires_at',
        ...times,
      },
      additionalFields: {
        remembered: { type: 'boolean', required: true, input: false, defaultValue: true },
        secondStep: { type: 'boolean', required: true, input: false, defaultValue: false, fieldName: 'second_step' },
      },
      expiresIn: REMEMBERED_SESSION_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'identities',
      fields: { userId: 'player_id', accountId: 'subject', providerId: 'provider', password: 'password_hash', ...times },
      accountLinking: { enabled: true, disableImplicitLinking: true },
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: 'verification_tokens',
      fields: { expiresAt: 'expires_at', ...times },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: toPasswordOptions(settings, events),
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: CONFIRM_SECONDS,
      sendVerificationEmail: async ({ token }) => recordEvent(events, { confirm: token }),
    },
    databaseHooks: createDatabaseHooks(events),
    advanced: toAdvancedOptions(settings),
  } satisfies BetterAuthOptions;
}

function toUserOptions({ demo }: AuthSettings, events: EventStore) {
  return {
    modelName: 'players',
    fields: { name: 'display_name', emailVerified: 'email_confirmed', image: 'avatar_url', ...times },
    // Optional here, since a new user from an OAuth provider gets a username on the way; the column itself is required.
    additionalFields: {
      username: { type: 'string', required: false },
      // Checked by the database, which knows which addresses are banned.
      emailHash: { type: 'string', required: false, returned: false, fieldName: 'email_hash' },
      isDemo: { type: 'boolean', required: false, input: false, fieldName: 'is_demo', defaultValue: demo },
    },
    validateUserInfo: ({ user, source }) => {
      if (source.method !== 'oauth') return undefined;
      if (user.emailVerified !== true) return { error: 'google-unconfirmed' };
      return events.getStore()?.isRefused ? { error: 'google-refused' } : undefined;
    },
  } satisfies BetterAuthOptions['user'];
}

function toPasswordOptions({ passwords }: AuthSettings, events: EventStore) {
  return {
    enabled: true,
    requireEmailVerification: true,
    minPasswordLength: 1,
    maxPasswordLength: 1000,
    password: {
      // The hash is computed before the library's transaction begins: no connection is held while hashes queue.
      hash: async (password) => events.getStore()?.hash ?? passwords.hash(password),
      verify: async ({ hash, password }) => {
        recordEvent(events, { verifiedHash: hash });
        return passwords.verify(hash, password);
      },
    },
    resetPasswordTokenExpiresIn: RESET_SECONDS,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: async ({ token }) => recordEvent(events, { reset: token }),
    onExistingUserSignUp: async ({ user }) =>
      recordEvent(events, {
        known: {
          id: user.id,
          email: user.email,
          username: (user as unknown as { username: string }).username,
          confirmed: user.emailVerified,
        },
      }),
    onPasswordReset: async ({ user }) => recordEvent(events, { resetOf: user.id }),
  } satisfies BetterAuthOptions['emailAndPassword'];
}

function createDatabaseHooks(events: EventStore) {
  return {
    session: {
      create: {
        before: async (session) => {
          const latestEnd = session.createdAt.getTime() + SESSION_SECONDS * 1000;
          const remembered = session.expiresAt.getTime() > latestEnd + 60_000;
          // The library takes the time twice, so its end can be a moment after the limit of the table.
          const secondStep = events.getStore()?.isSecondStep === true;
          return { data: { ...session, remembered, secondStep, ...(remembered ? {} : { expiresAt: new Date(latestEnd) }) } };
        },
        after: async ({ token }) => events.getStore()?.onSessionCreated?.(tokenHash(token)),
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
  } satisfies BetterAuthOptions['databaseHooks'];
}

const ACCOUNT_COLUMNS = ['accountId', 'providerId', 'userId', 'password', 'createdAt', 'updatedAt'];

/** The library merges our return value into its own data, so keys to remove must be set to undefined. */
function withoutKeys<A extends object>(account: A): A {
  return Object.fromEntries(
    Object.entries(account).map(([name, value]) => [name, ACCOUNT_COLUMNS.includes(name) ? value : undefined]),
  ) as A;
}

function toAdvancedOptions({ cookie, newId }: AuthSettings) {
  return {
    database: { generateId: () => newId() },
    cookiePrefix: 'kiddo',
    useSecureCookies: false,
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: cookie.secure, path: '/' },
    cookies: { session_token: { name: cookie.name } },
    ipAddress: { ipAddressHeaders: ['x-kiddo-address'] },
  } satisfies BetterAuthOptions['advanced'];
}
