import { isWithinEditDistance } from '../../shared/edit-distance.ts';
import { ITEM_SYNONYMS, interpretWords, listSynonymsOfSimilar } from '../synonyms/rules.ts';

/** A word of an item's name or category that a part of the query matches, and how well: the more points the better. */
export type WordMatch = { word: string; place: number; points: number };

/** The same order as in the search of games: as typed, its beginning, a synonym, inside the word, a slip, a slip in a synonym. */
const POINTS = { exact: 6, prefix: 5, synonym: 4, inside: 3, typo: 2, synonymTypo: 1 } as const;

/**
 * The words of the vocabulary that a query matches, as the search of games does it. Similar words are tried only for a typed word that
 * matches nothing else.
 * @param normal the normalized query: lower case, no accents, words separated by spaces
 */
export function matchWords(normal: string, vocabulary: string[]): WordMatch[] {
  const typed = [...new Set(normal.split(' ').filter((word) => word !== ''))];
  return interpretWords(typed, ITEM_SYNONYMS).flatMap(({ word, synonyms }, place) => {
    const matches = vocabulary.flatMap((each) => {
      const points = word === null ? 0 : scoreWord(word, each);
      if (points > 0) return [{ word: each, place, points }];
      return synonyms.includes(each) ? [{ word: each, place, points: POINTS.synonym }] : [];
    });
    if (matches.length > 0 || word === null) return matches;
    const similar = new Set(listSynonymsOfSimilar(word, ITEM_SYNONYMS));
    const maxEdits = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
    return vocabulary.flatMap((each) => {
      const isTypo = maxEdits > 0 && isWithinEditDistance(word, each, maxEdits);
      if (!isTypo && !similar.has(each)) return [];
      return [{ word: each, place, points: isTypo ? POINTS.typo : POINTS.synonymTypo }];
    });
  });
}

function scoreWord(typed: string, word: string): number {
  if (word === typed) return POINTS.exact;
  if (word.startsWith(typed)) return POINTS.prefix;
  return typed.length > 2 && word.includes(typed) ? POINTS.inside : 0;
}
