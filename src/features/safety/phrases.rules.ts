import { SEPARATOR, DIGIT, LETTER, SYMBOL, type CharacterTable } from './characters.rules.ts';
import type { PhraseElement, Phrase } from './lexicon.rules.ts';
import { parseNumberWord } from './phone-numbers.rules.ts';
import { nextWord, type WordMatcher } from './word-matcher.rules.ts';

// Matches phrases of several words. A phrase has at most 12 elements, of which at most 8 are optional.

/** Returns whether a phrase starts at a position of a text. */
export function matchesPhraseAt(phrase: Phrase, reader: WordMatcher, at: number): boolean {
  return matchesElements(phrase.elements, 0, reader, at, at);
}

/**
 * Matches the remaining elements of a phrase.
 * @param after where the previous word ended
 * @param at where the next word begins, or null at the end of the text
 */
function matchesElements(elements: PhraseElement[], index: number, reader: WordMatcher, after: number, at: number | null): boolean {
  const element = elements[index];
  if (element === undefined) return true;
  if (element.optional && matchesElements(elements, index + 1, reader, after, at)) return true;
  const { cells } = reader;
  if (element.type === 'end') return at === null || wordAfterSigns(cells, at) === null;
  if (at === null) return false;
  if (element.type === 'colon')
    return /[:=@>-]/.test(cells.plain.slice(after, at + 1)) && matchesElements(elements, index + 1, reader, after, at);
  for (const end of listElementEnds(element, reader, at)) {
    const next = nextWord(cells, end);
    if (matchesElements(elements, index + 1, reader, end, next)) return true;
    // 'kill!yourself': a symbol may be a letter or a separator.
    const beyond = next === null ? null : wordAfterSigns(cells, next);
    if (beyond !== next && beyond !== null && matchesElements(elements, index + 1, reader, end, beyond)) return true;
  }
  return false;
}

function listElementEnds(element: PhraseElement, reader: WordMatcher, at: number): number[] {
  const { cells } = reader;
  if (element.type === 'words') {
    const ends = new Set<number>();
    for (const { id, end } of reader.wordsAt(at)) if (element.ids.has(id)) ends.add(endOfWord(cells, end));
    return [...ends];
  }
  const begin = wordAfterSigns(cells, at) ?? at;
  if (element.type === 'word') return [endOfWord(cells, begin + 1)];
  if (element.type === 'code') return /^\d{5}/.test(cells.plain.slice(begin, begin + 5)) ? [endOfWord(cells, begin)] : [];
  if (element.type === 'number') {
    if (cells.types[begin] === DIGIT) return [endOfWord(cells, begin)];
    const end = endOfWord(cells, begin);
    return parseNumberWord(cells.plain.slice(begin, end)) !== null ? [end] : [];
  }
  return element.type === 'handle' && cells.plain.charAt(at) === '@' && endOfWord(cells, at + 1) >= at + 3
    ? [endOfWord(cells, at + 1)]
    : [];
}

function endOfWord({ types }: CharacterTable, at: number): number {
  let end = at;
  while (end < types.length && (types[end] === LETTER || types[end] === DIGIT)) end++;
  return end;
}

function wordAfterSigns({ types }: CharacterTable, at: number): number | null {
  let next = at;
  while (next < types.length && (types[next] === SYMBOL || types[next] === SEPARATOR)) next++;
  return next < types.length ? next : null;
}
