import { randomInt } from 'node:crypto';
import type { BetterAuthOptions, betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { cookiesOf, headersOf, outcome } from './library.ts';
import type { Cookies, SignInSettings, Visit } from './sign-in.ts';

/** Seconds between the password and the code. */
export const CODE_SECONDS = 600;
/** Codes for a lost phone. */
const BACKUP_CODES = 10;
/** Wrong codes in a row after which an account waits, and for how many seconds. */
const WRONG_CODES = 10;
const WAIT_SECONDS = 900;
/** Without those that look like another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The second proof of who signs in: a code of an app, or one of those that were written down. */
export type SecondStep = {
  /** Makes a new key; it counts from `confirmSecond` on. */
  beginSecond(
    password: string,
    visit: Visit,
  ): Promise<{ state: 'begun'; key: string } | { state: 'wrong' } | { state: 'on' } | { state: 'signed-out' }>;
  /** The app has the key: it gave a code. The session gets another token. */
  confirmSecond(code: string, visit: Visit): Promise<({ state: 'on'; codes: string[] } & Cookies) | { state: 'wrong' } | { state: 'none' }>;
  /** The session gets another token. */
  endSecond(password: string, visit: Visit): Promise<({ state: 'off' } & Cookies) | { state: 'wrong' }>;
  /** The codes before work no more. */
  newCodes(password: string, visit: Visit): Promise<{ state: 'made'; codes: string[] } | { state: 'wrong' } | { state: 'none' }>;
  /** Backup codes that were not used. */
  codesLeft(playerId: string): Promise<number>;
  /** After `signIn` said 'code', by the cookies it gave. Each backup code works once. */
  enterCode(code: string, visit: Visit): Promise<({ state: 'in'; playerId: string } & Cookies) | { state: 'wrong' | 'locked' | 'expired' }>;
};

/** The library's part, on our own tables. The key and the codes are stored encrypted. */
export function twoFactorPlugin() {
  return twoFactor({
    twoFactorCookieMaxAge: CODE_SECONDS,
    accountLockout: { maxFailedAttempts: WRONG_CODES, durationSeconds: WAIT_SECONDS },
    backupCodeOptions: { customBackupCodesGenerate: () => Array.from({ length: BACKUP_CODES }, backupCode) },
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

const NO_PASSWORD = /^(INVALID_PASSWORD|CREDENTIAL_ACCOUNT_NOT_FOUND|PASSWORD_TOO_LONG)$/;
const NOT_ON = /^(TWO_FACTOR_NOT_ENABLED|TOTP_NOT_ENABLED|BACKUP_CODES_NOT_ENABLED)$/;

/** The second step, as our own words for what the library does. */
export function secondSteps(api: Api, { cookie }: Pick<SignInSettings, 'cookie'>): SecondStep {
  return {
    async beginSecond(password, visit) {
      const done = await outcome(api.enableTwoFactor({ body: { password }, headers: headersOf(visit) }));
      if ('refused' in done) {
        if (NO_PASSWORD.test(done.refused)) return { state: 'wrong' };
        if (done.refused === 'TOTP_ALREADY_ENABLED') return { state: 'on' };
        if (done.refused === 'UNAUTHORIZED') return { state: 'signed-out' };
        throw done.error;
      }
      const key = 'totpURI' in done.ok ? new URL(done.ok.totpURI).searchParams.get('secret') : null;
      if (!key) throw new Error('the library made no key for an app');
      return { state: 'begun', key };
    },
    async confirmSecond(code, visit) {
      const done = await outcome(api.verifyTOTP({ body: { code }, headers: headersOf(visit), returnHeaders: true }));
      if ('refused' in done) {
        if (done.refused === 'INVALID_CODE') return { state: 'wrong' };
        if (NOT_ON.test(done.refused) || done.refused === 'INVALID_TWO_FACTOR_COOKIE') return { state: 'none' };
        throw done.error;
      }
      const { backupCodes } = await api.viewBackupCodes({ body: { userId: done.ok.response.user.id } });
      return { state: 'on', codes: backupCodes, cookies: cookiesOf(done.ok.headers) };
    },
    async endSecond(password, visit) {
      const done = await outcome(api.disableTwoFactor({ body: { password }, headers: headersOf(visit), returnHeaders: true }));
      if ('refused' in done) {
        if (NO_PASSWORD.test(done.refused)) return { state: 'wrong' };
        throw done.error;
      }
      return { state: 'off', cookies: cookiesOf(done.ok.headers) };
    },
    async newCodes(password, visit) {
      const done = await outcome(api.generateBackupCodes({ body: { password }, headers: headersOf(visit) }));
      if ('refused' in done) {
        if (NO_PASSWORD.test(done.refused)) return { state: 'wrong' };
        if (NOT_ON.test(done.refused)) return { state: 'none' };
        throw done.error;
      }
      return { state: 'made', codes: done.ok.backupCodes };
    },
    async codesLeft(userId) {
      const done = await outcome(api.viewBackupCodes({ body: { userId } }));
      if (!('refused' in done)) return done.ok.backupCodes.length;
      if (NOT_ON.test(done.refused)) return 0;
      throw done.error;
    },
    async enterCode(given, visit) {
      // A session that is still there belongs to whoever was here before: it must not stand in for the password.
      const asked = { headers: headersOf({ ...visit, cookies: ownCookies(visit.cookies) }), returnHeaders: true } as const;
      const code = given.replace(/[\s-]/g, '').toLowerCase();
      const done = await outcome<{ response: { user: { id: string } }; headers: Headers }>(
        /^\d{6}$/.test(code)
          ? api.verifyTOTP({ body: { code }, ...asked })
          : api.verifyBackupCode({ body: { code: `${code.slice(0, 5)}-${code.slice(5)}` }, ...asked }),
      );
      if ('refused' in done) return { state: stateOf(done.refused, done.error) };
      const { response, headers } = done.ok;
      return { state: 'in', playerId: response.user.id, cookies: [...cookiesOf(headers), forgotten(cookie.secure)] };
    },
  };
}

/** What a browser keeps between the two steps; the session it had before stays until the second is done. */
export function secondStepCookies(headers: Headers): string[] {
  return headers.getSetCookie().filter((line) => /^kiddo\.(two_factor|dont_remember)=/.test(line));
}

function stateOf(refused: string, error: unknown): 'wrong' | 'locked' | 'expired' {
  // CONFLICT: the same backup code twice at once.
  if (/^(INVALID_CODE|INVALID_BACKUP_CODE|CONFLICT)$/.test(refused) || refused.startsWith('Failed to verify backup code')) return 'wrong';
  if (refused === 'ACCOUNT_TEMPORARILY_LOCKED') return 'locked';
  if (/^(INVALID_TWO_FACTOR_COOKIE|TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE)$/.test(refused) || NOT_ON.test(refused)) return 'expired';
  throw error;
}

function ownCookies(header: string): string {
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => /^kiddo\.(two_factor|dont_remember)=/.test(part))
    .join('; ');
}

/** The library's note that this one is not to be remembered has done its work. */
function forgotten(secure: boolean): string {
  return `kiddo.dont_remember=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

function backupCode(): string {
  const letters = Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
