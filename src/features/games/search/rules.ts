import { QUERY_MAX, QUERY_MIN } from './schema.ts';

/** More words than this do not make a search better, only slower. */
const TOKENS_MAX = 6;

/** A word of the vocabulary that stands for a word that was typed. */
export type WordMatch = {
  /** Which typed word, from 0. */
  token: number;
  id: number;
  /** Games that have it. */
  games: number;
  /** How it was found: as typed, as the beginning of it, or as what was probably meant. */
  how: 'exact' | 'prefix' | 'typo';
};

/** What is looked up: trimmed, cut to QUERY_MAX characters; null when it is too short to search (spec 1, section 5). */
export function parseQuery(query: string): string | null {
  // Half a surrogate pair or a null byte is not text that the database takes.
  const text = query.trim().slice(0, QUERY_MAX).toWellFormed().replaceAll('\0', '').trim();
  return Array.from(text).length >= QUERY_MIN ? text : null;
}

/** What the database's search_normal makes of a text without accents, or null: then it has to be asked. */
export function normalizeAscii(text: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** The words to look for, of a normalised query. */
export function tokenize(normal: string): string[] {
  return [...new Set(normal.split(' ').filter((token) => token !== ''))].slice(0, TOKENS_MAX);
}

/**
 * Groups the words found by the word typed, the rarest group first: walking the rarest list of games finds
 * those that have all the words soonest. Typed words that mean nothing are left out if another means something.
 */
export function groupByToken(words: WordMatch[]): WordMatch[][] {
  const groups = new Map<number, WordMatch[]>();
  for (const word of words) groups.set(word.token, [...(groups.get(word.token) ?? []), word]);
  const size = (group: WordMatch[]) => group.reduce((sum, word) => sum + word.games, 0);
  return [...groups.values()].sort((a, b) => size(a) - size(b));
}

/** Points a game gets for how a word was found, above everything that its popularity can add. */
export const MATCH_POINTS: Record<WordMatch['how'], number> = { exact: 2, prefix: 1, typo: 0 };
