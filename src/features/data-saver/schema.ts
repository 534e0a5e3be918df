/** The cookie that keeps whether pages use as little data as they can. */
export const DATA_SAVER_COOKIE = 'kiddo_saver';

/** What was chosen, in a Cookie header or in what the browser shows of it; null where nothing was. */
export function parseDataSaverCookie(cookies: string): boolean | null {
  const found = new RegExp(`(?:^|;\\s*)${DATA_SAVER_COOKIE}=(on|off)(?=;|$)`).exec(cookies);
  return found === null ? null : found[1] === 'on';
}

/** Whether a request is of a browser that saves data: chosen here, or else as its owner told it. */
export function isDataSaverRequest(headers: { get(name: string): string | null }): boolean {
  return parseDataSaverCookie(headers.get('cookie') ?? '') ?? headers.get('save-data')?.toLowerCase() === 'on';
}
