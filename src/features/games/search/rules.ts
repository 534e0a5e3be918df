import { QUERY_MAX, QUERY_MIN } from './schema.ts';

/** More words than this only make a search slower, not better. */
const TOKENS_MAX = 6;

/** A word of the vocabulary that matches a typed word. */
export type WordMatch = {
  /** Position of the typed word, from 0. */
  token: number;
  id: number;
  /** Number of games that have it. */
  games: number;
  /** How it matches: the word as typed, a word that starts with it, one that means the same, one that has it inside, a similar
   * one, or one that means the same as a similar one. */
  how: 'exact' | 'prefix' | 'synonym' | 'inside' | 'typo' | 'synonym of typo';
};

/** The text to search for: trimmed, cut to QUERY_MAX characters; null when it is too short (spec 1, section 5). */
export function parseQuery(query: string): string | null {
  // The database rejects half a surrogate pair and null bytes.
  const text = query.trim().slice(0, QUERY_MAX).toWellFormed().replaceAll('\0', '').trim();
  return Array.from(text).length >= QUERY_MIN ? text : null;
}

/** The same result as the database's normalize_search_text, for printable ASCII only; null for other texts: then the database must be asked. */
export function normalizeAscii(text: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** The distinct words of a normalized query. */
export function tokenize(normal: string): string[] {
  return [...new Set(normal.split(' ').filter((token) => token !== ''))].slice(0, TOKENS_MAX);
}

/**
 * Groups the matches by typed word, the rarest group first: starting from the rarest list of games is the fastest way to find the games
 * that have all the words. Typed words without a match are left out.
 */
export function groupByToken(words: WordMatch[]): WordMatch[][] {
  const groups = new Map<number, WordMatch[]>();
  for (const word of words) groups.set(word.token, [...(groups.get(word.token) ?? []), word]);
  const size = (group: WordMatch[]) => group.reduce((sum, word) => sum + word.games, 0);
  return [...groups.values()].sort((a, b) => size(a) - size(b));
}

/** Points a game gets for how a word matched. They outweigh everything that popularity can add. */
export const MATCH_POINTS: Record<WordMatch['how'], number> = {
  exact: 5,
  prefix: 4,
  synonym: 3,
  inside: 2,
  typo: 1,
  'synonym of typo': 0,
};
