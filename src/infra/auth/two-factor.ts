import type { BetterAuthOptions, betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { parseCookie, stringifyCookie } from 'cookie';
import type { SetCookies, AuthSettings, ClientInfo } from './auth.ts';
import { hashEncryptedBackupCodes, type BackupCodeStore } from './backup-codes.ts';
import { getCookies, toHeaders, toResult } from './better-auth.ts';
import { captureEvents, type EventStore, type OnSessionCreated } from './captured-events.ts';

/** Seconds to enter the code after the password. */
const CODE_SECONDS = 600;
/** After this many wrong codes in a row an account is locked, for this many seconds. */
const FAILED_CODES_MAX = 10;
const LOCKOUT_SECONDS = 900;

/** Two-factor authentication: a code from an app, or a backup code. */
export type TwoFactor = {
  /** Creates a new key; it takes effect with `confirmTwoFactorSetup`. */
  startTwoFactorSetup(
    password: string,
    clientInfo: ClientInfo,
  ): Promise<{ state: 'started'; key: string } | { state: 'wrong' } | { state: 'already-enabled' } | { state: 'signed-out' }>;
  /**
   * Confirms that the app has the key, by a code from it. Another session takes the place of the present one.
   * @param onSessionCreated called when the new one exists, before the old one ends
   */
  confirmTwoFactorSetup(
    code: string,
    clientInfo: ClientInfo,
    onSessionCreated?: OnSessionCreated,
  ): Promise<({ state: 'enabled'; codes: string[] } & SetCookies) | { state: 'wrong' } | { state: 'none' }>;
  /** Another session takes the place of the present one, as above. 'signed-out': the session has ended. */
  disableTwoFactor(
    password: string,
    clientInfo: ClientInfo,
    onSessionCreated: OnSessionCreated,
  ): Promise<({ state: 'disabled' } & SetCookies) | { state: 'wrong' } | { state: 'signed-out' }>;
  /** Earlier codes stop working. 'none': two-factor is not on. 'signed-out': the session has ended. */
  regenerateBackupCodes(
    password: string,
    clientInfo: ClientInfo,
  ): Promise<{ state: 'regenerated'; codes: string[] } | { state: 'wrong' } | { state: 'none' } | { state: 'signed-out' }>;
  /** Number of unused backup codes. */
  countBackupCodes(playerId: string): Promise<number>;
  /**
   * Call this after `signIn` returned 'two-factor-required', with the cookies it set. Each backup code works once. `playerId` is null if
   * nobody's password came before.
   */
  verifyCode(
    code: string,
    clientInfo: ClientInfo,
  ): Promise<({ state: 'signed-in'; playerId: string } & SetCookies) | { state: 'wrong' | 'locked' | 'expired'; playerId: string | null }>;
  /**
   * Compares a code with those of a signed-in player who has two-factor on. Each backup code works once; attempts are not counted here.
   * 'off': two-factor is not on, or the session has ended.
   */
  verifyCodeAgain(code: string, clientInfo: ClientInfo): Promise<{ state: 'verified' | 'wrong' | 'off' }>;
  /** Replaces backup codes that were stored encrypted by their hashes. @returns how many rows, and how many could not be read */
  hashEncryptedBackupCodes(): Promise<{ replaced: number; unreadable: number }>;
};

/** The library's plugin, on our own tables. The key is stored encrypted, the codes are hashed. */
export function twoFactorPlugin(store: BackupCodeStore) {
  return twoFactor({
    twoFactorCookieMaxAge: CODE_SECONDS,
    accountLockout: { maxFailedAttempts: FAILED_CODES_MAX, durationSeconds: LOCKOUT_SECONDS },
    backupCodeOptions: { customBackupCodesGenerate: store.generate, storeBackupCodes: { encrypt: store.encrypt, decrypt: store.decrypt } },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          backupCodes: 'backup_codes',
          userId: 'player_id',
          failedVerificationCount: 'failed_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });
}

type WithPlugin = Omit<BetterAuthOptions, 'plugins'> & { plugins: [ReturnType<typeof twoFactorPlugin>] };
type Api = ReturnType<typeof betterAuth<WithPlugin>>['api'];

const WRONG_PASSWORD = /^(INVALID_PASSWORD|CREDENTIAL_ACCOUNT_NOT_FOUND|PASSWORD_TOO_LONG)$/;
const NOT_ENABLED = /^(TWO_FACTOR_NOT_ENABLED|TOTP_NOT_ENABLED|BACKUP_CODES_NOT_ENABLED)$/;

const SIGNED_OUT = 'UNAUTHORIZED';

/** Finds the id of the player whose password came before, by what the browser was given then. */
type FindChallenged = (challenge: string) => Promise<string | null>;

/**
 * Two-factor authentication with our own result types, implemented by the library. For a signed-in player the library is given the
 * session's cookie alone, as our own services read it: otherwise it could find another session in the same header, or take another
 * account's password step for one.
 */
export function createTwoFactor(
  api: Api,
  { cookie, db }: Pick<AuthSettings, 'cookie' | 'db'>,
  { backupCodes: store, events }: { backupCodes: BackupCodeStore; events: EventStore },
  findChallenged: FindChallenged,
): TwoFactor {
  const toSessionHeaders = (clientInfo: ClientInfo) =>
    toHeaders({ ...clientInfo, cookies: stringifyCookie({ [cookie.name]: parseCookie(clientInfo.cookies)[cookie.name] }) });
  return {
    async startTwoFactorSetup(password, clientInfo) {
      const done = await toResult(api.enableTwoFactor({ body: { password }, headers: toSessionHeaders(clientInfo) }));
      if ('refused' in done) {
        if (WRONG_PASSWORD.test(done.refused)) return { state: 'wrong' };
        if (done.refused === 'TOTP_ALREADY_ENABLED') return { state: 'already-enabled' };
        if (done.refused === SIGNED_OUT) return { state: 'signed-out' };
        throw done.error;
      }
      const key = 'totpURI' in done.ok ? new URL(done.ok.totpURI).searchParams.get('secret') : null;
      if (!key) throw new Error('the library made no key for an app');
      return { state: 'started', key };
    },
    async confirmTwoFactorSetup(code, clientInfo, onSessionCreated) {
      const { result: done } = await captureEvents(
        events,
        () => toResult(api.verifyTOTP({ body: { code }, headers: toSessionHeaders(clientInfo), returnHeaders: true })),
        { isSecondStep: true, ...(onSessionCreated && { onSessionCreated }) },
      );
      if ('refused' in done) {
        if (done.refused === 'INVALID_CODE') return { state: 'wrong' };
        if (NOT_ENABLED.test(done.refused) || done.refused === 'INVALID_TWO_FACTOR_COOKIE') return { state: 'none' };
        throw done.error;
      }
      // Nobody was shown those that the library made at the start, and only their hashes are left.
      const codes = store.generate();
      await db
        .updateTable('two_factors')
        .set({ backup_codes: await store.encrypt(JSON.stringify(codes)) })
        .where('player_id', '=', done.ok.response.user.id)
        .execute();
      return { state: 'enabled', codes, cookies: getCookies(done.ok.headers) };
    },
    async disableTwoFactor(password, clientInfo, onSessionCreated) {
      const { result: done } = await captureEvents(
        events,
        () => toResult(api.disableTwoFactor({ body: { password }, headers: toSessionHeaders(clientInfo), returnHeaders: true })),
        { onSessionCreated },
      );
      if ('refused' in done) {
        if (WRONG_PASSWORD.test(done.refused)) return { state: 'wrong' };
        if (done.refused === SIGNED_OUT) return { state: 'signed-out' };
        throw done.error;
      }
      return { state: 'disabled', cookies: getCookies(done.ok.headers) };
    },
    async regenerateBackupCodes(password, clientInfo) {
      const done = await toResult(api.generateBackupCodes({ body: { password }, headers: toSessionHeaders(clientInfo) }));
      if ('refused' in done) {
        if (WRONG_PASSWORD.test(done.refused)) return { state: 'wrong' };
        if (NOT_ENABLED.test(done.refused)) return { state: 'none' };
        if (done.refused === SIGNED_OUT) return { state: 'signed-out' };
        throw done.error;
      }
      return { state: 'regenerated', codes: done.ok.backupCodes };
    },
    async countBackupCodes(userId) {
      const done = await toResult(api.viewBackupCodes({ body: { userId } }));
      if (!('refused' in done)) return done.ok.backupCodes.length;
      if (NOT_ENABLED.test(done.refused)) return 0;
      throw done.error;
    },
    async verifyCode(code, clientInfo) {
      // An existing session may belong to a previous user of the browser: it must not replace the password step.
      const visit = { ...clientInfo, cookies: filterTwoFactorCookies(clientInfo.cookies) };
      const { result: done } = await captureEvents(events, () => callVerify(api, store, code, toHeaders(visit)), { isSecondStep: true });
      if ('refused' in done) {
        const challenge = readChallenge(clientInfo.cookies);
        const playerId = challenge === null ? null : await findChallenged(challenge);
        return { state: toErrorState(done.refused, done.error), playerId };
      }
      const { response, headers } = done.ok;
      return { state: 'signed-in', playerId: response.user.id, cookies: [...getCookies(headers), clearRememberCookie(cookie.secure)] };
    },
    async verifyCodeAgain(code, clientInfo) {
      const done = await callVerify(api, store, code, toSessionHeaders(clientInfo));
      if (!('refused' in done)) return { state: 'verified' };
      const state = toErrorState(done.refused, done.error);
      return { state: state === 'wrong' ? 'wrong' : 'off' };
    },
    hashEncryptedBackupCodes: () => hashEncryptedBackupCodes(db, store),
  };
}

/** Compares a code as it was typed: six digits are from the app, anything else is a backup code. */
async function callVerify(api: Api, store: BackupCodeStore, given: string, headers: Headers) {
  const options = { headers, returnHeaders: true } as const;
  const code = given.replace(/[\s-]/g, '').toLowerCase();
  return toResult<{ response: { user: { id: string } }; headers: Headers }>(
    /^\d{6}$/.test(code)
      ? api.verifyTOTP({ body: { code }, ...options })
      : api.verifyBackupCode({ body: { code: store.hash(`${code.slice(0, 5)}-${code.slice(5)}`) }, ...options }),
  );
}

/** The cookies that a browser keeps between the two steps. Its previous session stays until the second step succeeds. */
export function twoFactorCookies(headers: Headers): string[] {
  return headers.getSetCookie().filter((line) => /^kiddo\.(two_factor|dont_remember)=/.test(line));
}

function toErrorState(refused: string, error: unknown): 'wrong' | 'locked' | 'expired' {
  // CONFLICT: the same backup code was used twice at once.
  if (/^(INVALID_CODE|INVALID_BACKUP_CODE|CONFLICT)$/.test(refused) || refused.startsWith('Failed to verify backup code')) return 'wrong';
  if (refused === 'ACCOUNT_TEMPORARILY_LOCKED') return 'locked';
  if (/^(INVALID_TWO_FACTOR_COOKIE|TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE)$/.test(refused) || NOT_ENABLED.test(refused)) return 'expired';
  throw error;
}

/** What the first step gave this browser. Its signature is not checked: it is random, so that only this browser knows it. */
function readChallenge(header: string): string | null {
  return /(?:^|; ?)kiddo\.two_factor=([\w-]{16,128})\./.exec(header)?.[1] ?? null;
}

function filterTwoFactorCookies(header: string): string {
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => /^kiddo\.(two_factor|dont_remember)=/.test(part))
    .join('; ');
}

/** Clears the library's `dont_remember` cookie, which is no longer needed. */
function clearRememberCookie(secure: boolean): string {
  return `kiddo.dont_remember=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
