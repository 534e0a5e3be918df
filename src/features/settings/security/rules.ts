import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Sessions shown at most, the last used first. */
export const SESSIONS_SHOWN = 30;
/** Codes that somebody types while they set up a second step. */
export const TWO_FACTOR_CONFIRM_LIMIT: RateLimit = { name: 'second-confirm', points: 20, seconds: 900 };
/** Links to a first password that one player asks for. */
export const PASSWORD_LINK_LIMIT: RateLimit = { name: 'password-links', points: 5, seconds: 3600 };

// The first that fits: browsers name others beside themselves.
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\/|Opera Mini|\bOPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\/|\bUBrowser\//, 'UC Browser'],
  [/PHX\/|Phoenix\//, 'Phoenix'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
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

/** What a browser says of itself, as far as a person needs it. Null where it says nothing that we know. */
export function parseUserAgent(userAgent: string): { browser: string | null; system: string | null } {
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

/** An address without the part that tells one household from another; null where there is none. */
export function maskIpAddress(address: string | null): string | null {
  if (address === null) return null;
  const four = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(address);
  if (four) return `${four[1]}.${four[2]}.x.x`;
  const [first, second] = address.split(':');
  const short = (part: string) => part.replace(/^0+(?=.)/, '');
  return first && second ? `${short(first)}:${short(second)}:…` : null;
}

/** A key in groups of four, to be typed from a screen. */
export function formatKey(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** What an app reads out of the drawing. The name is shown in the app, beside Kiddo's. */
export function getOtpAuthUrl(username: string, key: string): string {
  return `otpauth://totp/Kiddo:${encodeURIComponent(username)}?secret=${key}&issuer=Kiddo`;
}

/** Whether it is a key as we give them: it comes back from the page, to be shown again after a slip. */
export function isTotpKey(given: string): boolean {
  return /^[A-Z2-7]{16,64}$/.test(given);
}

/** The path that draws the dark squares of a code, row by row. */
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
