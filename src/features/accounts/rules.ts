import type { ModerationCategory } from '../safety/filter/schema.ts';
import type { NameFlaw } from '../safety/names/schema.ts';
import { USERNAME_MAX } from './schema.ts';

/** The placeholder display name (spec 1, sections 4 and 9). */
export const PLACEHOLDER_NAME = 'New User';
const FALLBACK_NAME = 'User';
const FALLBACK_USERNAME = 'user';
/** Maximum length of the number added to a derived username. */
const SUFFIX_LENGTH_MAX = 6;

/**
 * Response time of everything that depends on an email address is padded to a multiple of this, in milliseconds, so that timing does not
 * reveal whether the address is known.
 */
export const RESPONSE_STEP_MS = 600;
/** Days after which an unconfirmed account is deleted, and for which its username stays reserved. */
export const UNCONFIRMED_DAYS = 7;

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

/** The n-th candidate for a derived username that may be taken: amina, amina2, amina3, …, then a random number. @param random 0 to 1 */
export function usernameWithSuffix(base: string, n: number, random: number): string {
  if (n <= 1) return base;
  const number = n <= 9 ? String(n) : String(Math.floor(random * 10 ** SUFFIX_LENGTH_MAX));
  return base.slice(0, USERNAME_MAX - number.length) + number;
}

/** The replacement for a missing or placeholder display name, or null if none is needed (spec 1, section 4). */
export function getReplacementDisplayName(displayName: string, email: string): string | null {
  return displayName.trim() === '' || displayName === PLACEHOLDER_NAME ? displayNameFromEmail(email) : null;
}

/** The display name if the one derived from the address fails moderation. */
export const DEFAULT_DISPLAY_NAME = 'Player';

const UNKIND: ReadonlySet<string> = new Set(['profanity', 'sexual', 'bullying', 'threat'] satisfies ModerationCategory[]);
const FLAWS: ReadonlySet<string> = new Set(['staff', 'badge', 'scripts', 'marks', 'signs'] satisfies NameFlaw[]);

/** Why a name is refused, as a player is told: it is unkind, it tells strangers how to find them, or one of the flaws of names. */
export type NameRefusal = 'unkind' | 'telling' | NameFlaw;

/** What a player is told about a name that the filter refuses. */
export function getNameRefusal(kind: ModerationCategory | NameFlaw): NameRefusal {
  return UNKIND.has(kind) ? 'unkind' : FLAWS.has(kind) ? (kind as NameFlaw) : 'telling';
}
