import { SEPARATOR, DIGIT, LETTER, SYMBOL, type CharacterTable } from './characters.rules.ts';
import type { PhraseElement, Phrase } from './lexicon.rules.ts';
import { parseNumberWord } from './phone-numbers.rules.ts';
import { nextWord, type WordMatcher } from './word-matcher.rules.ts';

// Matches phrases of several words.

/** How far a phrase has been read: where its last word ended, and where the next word begins (null at the end of the text). */
type PhraseState = { after: number; at: number | null };

/**
 * Where a phrase ends that starts at a position of a text, at the furthest; null if it does not start there. Reads all ways to match it
 * side by side, element by element, and each state once: trying them one after the other takes exponential time on texts that were made
 * for it.
 */
export function findPhraseEnd(phrase: Phrase, reader: WordMatcher, at: number): number | null {
  let states: PhraseState[] = [{ after: at, at }];
  for (const element of phrase.elements) {
    const reached: PhraseState[] = element.optional ? [...states] : [];
    for (const state of states) addStatesAfter(reached, element, reader, state);
    if (reached.length === 0) return null;
    states = reached;
  }
  return Math.max(...states.map(({ after }) => after));
}

/** Whether a text has a word of a set, by set. */
export type WordsInText = Map<ReadonlySet<number>, boolean>;

/** Whether a text has a word of a set anywhere. @param cache for one text */
export function containsAny(ids: ReadonlySet<number>, reader: WordMatcher, cache: WordsInText): boolean {
  const cached = cache.get(ids);
  if (cached !== undefined) return cached;
  let isFound = false;
  for (let at = 0; at < reader.cells.plain.length && !isFound; at++)
    isFound = reader.wordsAt(at).some(({ id, hasGaps: gaps }) => !gaps && ids.has(id));
  cache.set(ids, isFound);
  return isFound;
}

/** Whether the word before a position is one of these: 'never share your number' is advice. */
export function isAfter(ids: ReadonlySet<number> | null, { cells, wordsAt }: WordMatcher, at: number): boolean {
  if (ids === null) return false;
  let end = at;
  while (end > 0 && cells.types[end - 1] !== LETTER) end--;
  if (end === 0 || /[.!?]/.test(cells.plain.slice(end, at))) return false;
  const [begin] = wordAround(cells, end - 1);
  return wordsAt(begin).some(({ id, hasGaps }) => !hasGaps && ids.has(id));
}

/** The letters around a position: where they begin and end. */
export function wordAround({ types }: CharacterTable, at: number): [number, number] {
  let begin = at;
  let end = at;
  while (begin > 0 && types[begin - 1] === LETTER) begin--;
  while (end < types.length && types[end] === LETTER) end++;
  return [begin, end];
}

/** Adds the states that one element leads to, unless they are there already. */
function addStatesAfter(reached: PhraseState[], element: PhraseElement, reader: WordMatcher, { after, at }: PhraseState): void {
  const { cells, meter } = reader;
  meter.steps++;
  if (element.type === 'end') {
    if (at === null || wordAfterSigns(cells, at) === null) addState(reached, after, at);
  } else if (at === null) return;
  else if (element.type === 'colon') {
    if (/[:=@>-]/.test(cells.plain.slice(after, at + 1))) addState(reached, after, at);
  } else {
    for (const end of listElementEnds(element, reader, at)) {
      const next = nextWord(cells, end);
      addState(reached, end, next);
      // 'kill!yourself': a symbol may be a letter or a separator.
      const beyond = next === null ? null : wordAfterSigns(cells, next);
      if (beyond !== null) addState(reached, end, beyond);
    }
  }
}

function addState(reached: PhraseState[], after: number, at: number | null): void {
  if (!reached.some((one) => one.after === after && one.at === at)) reached.push({ after, at });
}

function listElementEnds(element: PhraseElement, reader: WordMatcher, at: number): number[] {
  const { cells } = reader;
  if (element.type === 'words') {
    const ends: number[] = [];
    const words = reader.wordsAt(at);
    reader.meter.steps += words.length;
    for (const { id, end } of words) {
      if (!element.ids.has(id)) continue;
      const wordEnd = endOfWord(cells, end);
      if (!ends.includes(wordEnd)) ends.push(wordEnd);
    }
    return ends;
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
