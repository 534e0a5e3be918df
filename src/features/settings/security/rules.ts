import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Maximum number of sessions shown, last used first. */
export const SESSIONS_SHOWN = 30;
/** Rate limit for codes during two-factor setup. */
export const TWO_FACTOR_CONFIRM_LIMIT: RateLimit = { name: 'second-confirm', points: 20, seconds: 900 };
/** Rate limit for links to set a first password, per player. */
export const PASSWORD_LINK_LIMIT: RateLimit = { name: 'password-links', points: 5, seconds: 3600 };

// The first match wins, because user agents also name other browsers.
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\/|Opera Mini|\bOPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\/|\bUBrowser\//, 'UC Browser'],
  [/PHX\/|Phoenix\//, 'Phoenix'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  // Without a window it calls itself HeadlessChrome.
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/KAIOS/i, 'KaiOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** Browser and operating system from a User-Agent header. Null for what is not recognized. */
export function parseUserAgent(userAgent: string): { browser: string | null; system: string | null } {
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

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
