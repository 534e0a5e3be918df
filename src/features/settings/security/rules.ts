import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Maximum number of sessions shown, last used first. */
export const SESSIONS_SHOWN = 30;
/** Rate limit for codes during two-factor setup. */
export const TWO_FACTOR_CONFIRM_LIMIT: RateLimit = { name: 'second-confirm', points: 20, seconds: 900 };
/** Rate limit for links to set a first password, per player. */
export const PASSWORD_LINK_LIMIT: RateLimit = { name: 'password-links', points: 5, seconds: 3600 };

/** A key in groups of four characters, for typing it from a screen. */
export function formatKey(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** The URL in the QR code for an authenticator app. The app shows the username beside 'Kiddo'. */
export function getOtpAuthUrl(username: string, key: string): string {
  return `otpauth://totp/Kiddo:${encodeURIComponent(username)}?secret=${key}&issuer=Kiddo`;
}

/** Whether this is a key in our format. The form sends it back, so that the page can show it again after a wrong code. */
export function isTotpKey(given: string): boolean {
  return /^[A-Z2-7]{16,64}$/.test(given);
}

/** SVG path of the dark squares of a QR code, row by row. */
export function toSvgPath(dark: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  for (const [y, row] of dark.entries()) {
    for (let x = 0; x < row.length; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) parts.push(`M${from} ${y}h${x - from}v1h-${x - from}z`);
    }
  }
  return parts.join('');
}
