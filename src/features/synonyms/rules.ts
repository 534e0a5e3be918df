import fillers from '../../../wordlists/synonyms/fillers.json' with { type: 'json' };
import games from '../../../wordlists/synonyms/games.json' with { type: 'json' };
import items from '../../../wordlists/synonyms/items.json' with { type: 'json' };
import { isWithinEditDistance } from '../../shared/edit-distance.ts';
import type { SearchTerm, SynonymEntry, SynonymIndex } from './schema.ts';

// The words that children type for what a game or an item is, in English, Swahili and Sheng (wordlists/synonyms, described in
// wordlists/README.md).

/** Synonyms for the search of games, and for the search of items. */
export const GAME_SYNONYMS = createSynonymIndex(games);
export const ITEM_SYNONYMS = createSynonymIndex(items);

/** Words that say nothing about what is searched for: 'car game' means cars. */
const FILLERS: ReadonlySet<string> = new Set(fillers);

/** Builds the index of a synonym file. What is typed in two entries finds the words of both. */
export function createSynonymIndex(entries: readonly SynonymEntry[]): SynonymIndex {
  const finds = new Map<string, string[]>();
  for (const entry of entries)
    for (const typed of entry.typed.split(',').map((each) => each.trim()))
      finds.set(typed, [...new Set([...(finds.get(typed) ?? []), ...entry.finds.split(' ')])]);
  return { finds, phraseWordsMax: Math.max(1, ...[...finds.keys()].map((typed) => typed.split(' ').length)) };
}

/**
 * What the words of a query mean: phrases with synonyms are one term, fillers are left out if anything else is left, and every other word
 * comes with its synonyms and with its singular or plural.
 * @param words distinct, normalized words (lower case, without accents)
 */
export function interpretWords(words: string[], index: SynonymIndex): SearchTerm[] {
  const terms: (SearchTerm & { isFiller: boolean })[] = [];
  for (let at = 0; at < words.length;) {
    const phrase = findPhrase(words.slice(at), index);
    const word = words[at] as string;
    if (phrase !== null) terms.push({ word: null, synonyms: phrase.synonyms, isFiller: false });
    else terms.push({ word, synonyms: listSynonyms(word, index), isFiller: FILLERS.has(word) });
    at += phrase?.length ?? 1;
  }
  const meant = terms.some((term) => !term.isFiller) ? terms.filter((term) => !term.isFiller) : terms;
  return meant.map(({ word, synonyms }) => ({ word, synonyms }));
}

/** The longest phrase that these words begin with, with the number of its words. */
function findPhrase(words: string[], { finds, phraseWordsMax }: SynonymIndex): { length: number; synonyms: string[] } | null {
  for (let length = Math.min(phraseWordsMax, words.length); length >= 2; length--) {
    const synonyms = finds.get(words.slice(0, length).join(' '));
    if (synonyms) return { length, synonyms: [...synonyms] };
  }
  return null;
}

function listSynonyms(word: string, { finds }: SynonymIndex): string[] {
  const forms = listNumberForms(word);
  return [...new Set([word, ...forms].flatMap((form) => finds.get(form) ?? []).concat(forms))].filter((each) => each !== word);
}

/** The synonyms of the words that differ from this one by a slip: one edit from four letters on, two from eight on. */
export function listSynonymsOfSimilar(word: string, { finds }: SynonymIndex): string[] {
  const maxEdits = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  if (maxEdits === 0) return [];
  return [...new Set([...finds].flatMap(([typed, words]) => (isWithinEditDistance(word, typed, maxEdits) ? words : [])))];
}

/** Beginnings of Swahili nouns in singular and plural: mpira and mipira, gari and magari, kitabu and vitabu, mtoto and watoto. */
const NOUN_CLASSES: readonly (readonly [singular: string, plural: string])[] = [
  ['m', 'mi'],
  ['mw', 'miw'],
  ['m', 'wa'],
  ['mw', 'w'],
  ['ki', 'vi'],
  ['ch', 'vy'],
  ['', 'ma'],
  ['u', ''],
];
/** A stem of fewer letters is part of too many other words. */
const STEM_LETTERS_MIN = 3;

/**
 * The singular or plural of a word in English and Swahili, and other words that it could be: they are only looked up, so one that does not
 * exist does no harm.
 */
export function listNumberForms(word: string): string[] {
  const forms = new Set<string>();
  const add = (stem: string, prefix = '', ending = '') => stem.length >= STEM_LETTERS_MIN && forms.add(`${prefix}${stem}${ending}`);
  if (word.endsWith('ies')) add(word.slice(0, -3), '', 'y');
  if (/(s|x|z|ch|sh)es$/.test(word)) add(word.slice(0, -2));
  if (/[^s]s$/.test(word)) add(word.slice(0, -1));
  else if (/[^aeiou]y$/.test(word)) add(word.slice(0, -1), '', 'ies');
  else if (/(s|x|z|ch|sh)$/.test(word)) add(word, '', 'es');
  else add(word, '', 's');
  for (const [singular, plural] of NOUN_CLASSES) {
    if (word.startsWith(singular)) add(word.slice(singular.length), plural);
    if (word.startsWith(plural)) add(word.slice(plural.length), singular);
  }
  forms.delete(word);
  return [...forms];
}
