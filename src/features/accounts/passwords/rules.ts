import { PASSWORD_MIN } from '../schema.ts';

/** Who chooses a password. */
export type PasswordOwner = { username: string; displayName: string; email: string };

/** A shorter name is in too many good passwords. */
const NAME_MIN = 3;

/**
 * Whether a password is nothing but one's own name or address, maybe with digits around it and with other signs between: 'Amina', 'amina2014',
 * '12-amina.w', 'amina@example.com'.
 */
export function isOwnName(password: string, { username, displayName, email }: PasswordOwner): boolean {
  const local = email.split('@')[0] ?? '';
  const names = [username, displayName, email, local];
  const parts = [username, displayName, local].flatMap((name) => name.split(/[\s._-]+/));
  const typed = toLettersAndDigits(password);
  return [...names, ...parts].map(toLettersAndDigits).some((name) => {
    if (name.length < NAME_MIN) return false;
    const letters = withoutOuterDigits(name);
    return typed === name || withoutOuterDigits(typed) === name || (letters.length >= NAME_MIN && withoutOuterDigits(typed) === letters);
  });
}

function toLettersAndDigits(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function withoutOuterDigits(text: string): string {
  return text.replace(/^\p{N}+|\p{N}+$/gu, '');
}

/** What the page says about a password while it is typed. The server alone decides whether it is accepted. */
export type PasswordStrength = 'short' | 'own-name' | 'weak' | 'fair' | 'strong';

/** Words that many passwords here are built around. The server knows the 10,000 commonest; the page needs only a hint of them. */
const GUESSED_FIRST = /passw|qwert|asdf|letmein|iloveyou|football|liverpool|arsenal|chelsea|manchester|princess|jesus|kenya|nairobi|kiddo/i;
/** Characters that are hard to guess: from so many on a password is fair, and strong. */
const FAIR_LENGTH = 8;
const STRONG_LENGTH = 12;
/** Digits alone, and letters of one case alone, are guessed faster. */
const DIGITS_WEIGHT = 0.6;
const LETTERS_WEIGHT = 0.9;

/** How strong a password is, by its length and variety. */
export function getPasswordStrength(password: string, owner: PasswordOwner | null): PasswordStrength {
  if (password.length < PASSWORD_MIN) return 'short';
  if (owner !== null && isOwnName(password, owner)) return 'own-name';
  if (GUESSED_FIRST.test(password)) return 'weak';
  const weight = /^\p{N}*$/u.test(password) ? DIGITS_WEIGHT : /^\p{Ll}*$/u.test(password) ? LETTERS_WEIGHT : 1;
  const length = countSurprises(password) * weight;
  if (length < FAIR_LENGTH) return 'weak';
  return length < STRONG_LENGTH ? 'fair' : 'strong';
}

/** Counts the characters that are not the same as the one before, and not its neighbor: 'aaaa' has one, '123456' too. */
function countSurprises(password: string): number {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  return codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1).length;
}
