/**
 * No 0, 1, I, L, O: they are easily confused when read aloud or copied from paper. No vowels: the code must not spell a word by chance.
 */
const CODE_ALPHABET = 'BCDFGHJKMNPQRSTVWXZ23456789';
const CODE_LENGTH = 8;

/** Creates a friend code. @param bytes random bytes, one per character */
export function createFriendCode(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
}

/** Normalizes a typed code, or returns null if it is invalid. Ignores spaces, dashes and case. */
export function parseFriendCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z2-9]{8}$/.test(code) ? code : null;
}
