import { SEARCH_TEXT_MAX } from './schema.ts';

/** Players that a search shows. */
export const FOUND_MAX = 30;

/**
 * What to search for: one line without the @ of a username.
 * @returns null if nothing can be called that
 */
export function parseSearchText(typed: string): string | null {
  const text = typed.isWellFormed() ? typed.normalize('NFC').trim().replace(/^@/, '').toLowerCase() : '';
  return text === '' || text.length > SEARCH_TEXT_MAX || /\p{Cc}/u.test(text) ? null : text;
}

/** A text as a part of a LIKE pattern, in which nothing has a meaning of its own. */
export function escapeLikePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
