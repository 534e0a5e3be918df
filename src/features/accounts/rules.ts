import { USERNAME_MAX } from './limits/schema.ts';
import { RETURN_PATH_MAX } from './schema.ts';

/** A display name that only holds the place (spec 1, sections 4 and 9). */
export const PLACEHOLDER_NAME = 'New User';
const FALLBACK_NAME = 'User';
const FALLBACK_USERNAME = 'user';
/** Letters that a number may add to a derived username. */
const NUMBER_ROOM = 6;
/** A path that is encoded more often than this hides something. */
const DECODINGS_MAX = 4;

/** Milliseconds that every answer about an address takes at least, so that time does not tell whether it is known. */
export const EVEN_MS = 600;
/** Days after which an account that was never confirmed makes way, and for which its username is held. */
export const UNCONFIRMED_DAYS = 7;

/** Names that would look like us. */
const KEPT =
  /^_*(kiddo|kido|admin|administrator|moderator|mod|mods|staff|support|help|helpdesk|official|system|root|ops|operator|security|team|info|contact)[_\d]*$/;
const KEPT_PARTS = /kiddo_?(team|staff|admin|mod|support|help|official|ops)|official_?kiddo|real_?kiddo/;

/** Whether a username is kept for the people who run the place: nobody may pass for them. */
export function isKeptUsername(username: string): boolean {
  return KEPT.test(username) || KEPT_PARTS.test(username);
}

/** Display name from an address (spec 1, section 5): 'amina.w-otieno@…' becomes 'Amina W Otieno'. */
export function derivedDisplayName(email: string): string {
  const words = email
    .slice(0, Math.max(0, email.indexOf('@')))
    .split(/[._\s-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(' ').slice(0, 50) || FALLBACK_NAME;
}

/** Username from an address (spec 1, section 5). */
export function derivedUsername(email: string): string {
  const local = email.slice(0, Math.max(0, email.indexOf('@')));
  return (
    local
      .toLowerCase()
      .replace(/[^a-z0-9_]/g, '_')
      .slice(0, USERNAME_MAX) || FALLBACK_USERNAME
  );
}

/** The n-th try at a derived username that others may have: amina, amina2, amina3, … then with a chance part. @param chance 0 to 1 */
export function numberedUsername(base: string, n: number, chance: number): string {
  if (n <= 1) return base;
  const number = n <= 9 ? String(n) : String(Math.floor(chance * 10 ** NUMBER_ROOM));
  return base.slice(0, USERNAME_MAX - number.length) + number;
}

/** What stands where a display name is missing, or null where it is not (spec 1, section 4). */
export function mendedDisplayName(displayName: string, email: string): string | null {
  return displayName.trim() === '' || displayName === PLACEHOLDER_NAME ? derivedDisplayName(email) : null;
}

/**
 * Where to go after signing in: a path of this site, or null. Whatever a browser could read as another place is not
 * one, however often it is encoded: '//host', '/\host', 'https:', '/%2Fhost', tabs and line ends within.
 */
export function returnPath(given: string | null | undefined): string | null {
  if (!given || given.length > RETURN_PATH_MAX) return null;
  let text = given;
  for (let round = 0; round < DECODINGS_MAX; round++) {
    if (!isOwnPath(text)) return null;
    const once = decoded(text);
    if (once === null) return null;
    if (once === text) return given;
    text = once;
  }
  return null;
}

/** As a browser reads it: dots and doubled slashes may not turn a path into a host. */
function isOwnPath(text: string): boolean {
  if (!text.startsWith('/') || /[\\\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed() || !URL.canParse(text, 'http://x'))
    return false;
  const { host, pathname } = new URL(text, 'http://x');
  const path = text.split(/[?#]/)[0] ?? '';
  return host === 'x' && !path.includes('//') && !pathname.includes('//') && !/^\/[a-z][a-z\d+.-]*:/i.test(path);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
