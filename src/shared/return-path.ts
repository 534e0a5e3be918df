/** A longer return path is not one of ours. */
export const RETURN_PATH_MAX = 512;
/** A path that is encoded more often than this is suspicious. */
const DECODINGS_MAX = 4;

/**
 * The path to redirect to after signing in, if it is a path of this site; otherwise null. Rejects anything that a browser could interpret
 * as
 * another site, however often it is encoded: '//host', '/\host', 'https:', '/%2Fhost', tabs and line breaks inside.
 */
export function safeReturnPath(given: string | null | undefined): string | null {
  if (!given || given.length > RETURN_PATH_MAX) return null;
  let text = given;
  for (let round = 0; round < DECODINGS_MAX; round++) {
    if (!isOwnPath(text)) return null;
    const once = decodeOnce(text);
    if (once === null) return null;
    if (once === text) return given;
    text = once;
  }
  return null;
}

/** Parses the path like a browser does: dots and doubled slashes must not turn a path into a host. */
function isOwnPath(text: string): boolean {
  if (!text.startsWith('/') || /[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed() || !URL.canParse(text, 'http://x'))
    return false;
  const { host, pathname } = new URL(text, 'http://x');
  const path = text.split(/[?#]/)[0] ?? '';
  return host === 'x' && !path.includes('//') && !pathname.includes('//') && !/^\/[a-z][a-z\d+.-]*:/i.test(path);
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The path of the same page, with a flash message instead of the one that it may have. @param path a path of this site */
export function withFlashMessage(path: string, message: string): string {
  const url = new URL(path, 'http://x');
  url.searchParams.set('news', message);
  return `${url.pathname}${url.search}${url.hash}`;
}
