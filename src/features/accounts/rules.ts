import type { ModerationCategory } from '../safety/filter/schema.ts';
import { USERNAME_MAX } from './limits/schema.ts';

/** A display name that only holds the place (spec 1, sections 4 and 9). */
export const PLACEHOLDER_NAME = 'New User';
const FALLBACK_NAME = 'User';
const FALLBACK_USERNAME = 'user';
/** Letters that a number may add to a derived username. */
const SUFFIX_LENGTH_MAX = 6;

/** Milliseconds that every answer about an address takes at least, so that time does not tell whether it is known. */
export const RESPONSE_STEP_MS = 600;
/** Days after which an account that was never confirmed makes way, and for which its username is held. */
export const UNCONFIRMED_DAYS = 7;

/** Names that would look like us. */
const RESERVED_USERNAME =
  /^_*(kiddo|kido|admin|administrator|moderator|mod|mods|staff|support|help|helpdesk|official|system|root|ops|operator|security|team|info|contact)[_\d]*$/;
const RESERVED_USERNAME_PARTS = /kiddo_?(team|staff|admin|mod|support|help|official|ops)|official_?kiddo|real_?kiddo/;

/** Whether a username is kept for the people who run the place: nobody may pass for them. */
export function isReservedUsername(username: string): boolean {
  return RESERVED_USERNAME.test(username) || RESERVED_USERNAME_PARTS.test(username);
}

/** Display name from an address (spec 1, section 5): 'amina.w-otieno@…' becomes 'Amina W Otieno'. */
export function displayNameFromEmail(email: string): string {
  const words = email
    .slice(0, Math.max(0, email.indexOf('@')))
    .split(/[._\s-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(' ').slice(0, 50) || FALLBACK_NAME;
}

/** Username from an address (spec 1, section 5). */
export function usernameFromEmail(email: string): string {
  const local = email.slice(0, Math.max(0, email.indexOf('@')));
  return (
    local
      .toLowerCase()
      .replace(/[^a-z0-9_]/g, '_')
      .slice(0, USERNAME_MAX) || FALLBACK_USERNAME
  );
}

/** The n-th try at a derived username that others may have: amina, amina2, amina3, … then with a chance part. @param random 0 to 1 */
export function usernameWithSuffix(base: string, n: number, random: number): string {
  if (n <= 1) return base;
  const number = n <= 9 ? String(n) : String(Math.floor(random * 10 ** SUFFIX_LENGTH_MAX));
  return base.slice(0, USERNAME_MAX - number.length) + number;
}

/** What stands where a display name is missing, or null where it is not (spec 1, section 4). */
export function getReplacementDisplayName(displayName: string, email: string): string | null {
  return displayName.trim() === '' || displayName === PLACEHOLDER_NAME ? displayNameFromEmail(email) : null;
}

/** Stands where an address gives no name that can be shown. */
export const DEFAULT_DISPLAY_NAME = 'Player';

/** Whether the filter minds that a name gives something away, and not that it is unkind. */
export function revealsPersonalInfo(kind: ModerationCategory): boolean {
  return kind !== 'profanity' && kind !== 'sexual' && kind !== 'bullying' && kind !== 'threat';
}
