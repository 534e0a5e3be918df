/** The cookie that stores whether data saver mode is on. */
export const DATA_SAVER_COOKIE = 'kiddo_saver';

/** Parses the choice from a Cookie header or `document.cookie`; null if there is none. */
export function parseDataSaverCookie(cookies: string): boolean | null {
  const found = new RegExp(`(?:^|;\\s*)${DATA_SAVER_COOKIE}=(on|off)(?=;|$)`).exec(cookies);
  return found === null ? null : found[1] === 'on';
}

/** Returns whether data saver mode applies to a request: the choice made here, or else the browser's Save-Data header. */
export function isDataSaverRequest(headers: { get(name: string): string | null }): boolean {
  return parseDataSaverCookie(headers.get('cookie') ?? '') ?? headers.get('save-data')?.toLowerCase() === 'on';
}
