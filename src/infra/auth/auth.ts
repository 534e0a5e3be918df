import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { createBackupCodeStore } from './backup-codes.ts';
import type { AuthLibrary } from './better-auth.ts';
import { toBetterAuthOptions } from './better-auth-options.ts';
import type { EventStore } from './captured-events.ts';
import { createEmailConfirmation } from './email-confirmation.ts';
import { createGoogleSignIn } from './google.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { createPasswordReset } from './password-reset.ts';
import { createPasswordSignIn } from './password-sign-in.ts';
import { createTwoFactor, type TwoFactor } from './two-factor.ts';

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
export type OAuthSignUpHooks = {
  /**
   * What a new account gets if neither the subject nor the email address has one yet: a free username, a display name and the hash of the
   * address. Null if there is an account; 'refused' if the address may not get one.
   */
  prepareSignUp(subject: string, email: string): Promise<{ username: string; displayName: string; emailHash: string } | 'refused' | null>;
  /** The provider has verified the email address: an account here that never confirmed it must give the address up. */
  releaseEmail(email: string): Promise<void>;
};

/** Where a request comes from. `requestId`: its number in the log. */
export type ClientInfo = { address: string; userAgent: string; cookies: string; requestId?: string };
export type AuthUser = { id: string; email: string; username: string; confirmed: boolean };
export type SetCookies = { cookies: string[] };

/** Accounts, wrapping the auth library in our own terms. Tokens to be emailed are returned, not sent. */
export type Auth = TwoFactor & {
  signUp(
    input: { username: string; displayName: string; email: string; emailHash: string; password: string },
    clientInfo: ClientInfo,
  ): Promise<
    | { state: 'created'; user: AuthUser; token: string }
    /** The email address already has an account. Its owner is told by email; the browser must not be told. */
    | { state: 'email-exists'; user: AuthUser; passwordHash: string }
    /** The email address was banned in this moment. The browser must not be told. */
    | { state: 'email-banned'; passwordHash: string }
    | { state: 'duplicate'; what: 'email' | 'username' }
  >;
  signIn(
    input: { email: string; password: string; remember: boolean },
    clientInfo: ClientInfo,
  ): Promise<
    | ({ state: 'signed-in'; playerId: string; verifiedHash: string } & SetCookies)
    /** The password was right, and a second factor is required (`verifyCode`). */
    | ({ state: 'two-factor-required'; verifiedHash: string } & SetCookies)
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
  ): Promise<({ state: 'signed-in' } & SetCookies) | { state: 'already-confirmed' } | { state: 'invalid' }>;
  /** @returns a token to email, or null if there is no such account */
  createResetToken(email: string): Promise<string | null>;
  /** The id of the player who can choose a new password with this token; null if it is invalid or expired. */
  findResetPlayerId(token: string): Promise<string | null>;
  /** Sets the password and ends every session of the account. @returns null if the token is invalid */
  resetPassword(token: string, password: string): Promise<{ playerId: string } | null>;
  signOut(clientInfo: ClientInfo): Promise<SetCookies>;
  /** @returns where to redirect the browser. @param link connect to the signed-in account instead of signing in */
  startGoogle(to: { done: string; failed: string; link: boolean }, clientInfo: ClientInfo): Promise<{ url: string } & SetCookies>;
  /** Handles the redirect back from Google. @param search the query string of the callback */
  finishGoogle(search: string, clientInfo: ClientInfo, house: OAuthSignUpHooks): Promise<{ location: string } & SetCookies>;
};

/** Creates the accounts on our own tables. The only HTTP route of the library that is served is the OAuth callback from Google. */
export function createAuth(settings: AuthSettings): Auth {
  const events: EventStore = new AsyncLocalStorage();
  const backupCodes = createBackupCodeStore(settings.secret);
  const options = toBetterAuthOptions(settings, events, backupCodes);
  const library: AuthLibrary = { settings, options, events, auth: betterAuth(options) };
  return {
    ...createTwoFactor(library.auth.api, settings, { backupCodes, events }, async (challenge) => {
      const found = await (await library.auth.$context).internalAdapter.findVerificationValue(challenge);
      return found?.value ?? null;
    }),
    ...createPasswordSignIn(library),
    ...createEmailConfirmation(library),
    ...createPasswordReset(library),
    ...createGoogleSignIn(library),
  };
}
