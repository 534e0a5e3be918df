import { LETTER, normalizeText, SEPARATOR, toCharacterTable } from '../characters.rules.ts';
import { findSignFlaw } from '../name-signs.rules.ts';
import type { NameFlaw } from './schema.ts';

// Finds names that read as if somebody of the Kiddo team had them, whatever they are disguised with. The words are data: wordlists/.

/**
 * The lists of words, by their files in wordlists/: our own name; those who work here, refused anywhere in a name; words that are refused
 * where they are all that a name says, or beside our name; words that are refused beside our name only; words that say nothing.
 */
const LISTS = ['site', 'staff', 'staff-alone', 'staff-beside', 'staff-filler'] as const;
type ListKind = (typeof LISTS)[number];
/** The file of signs that look like the badge of the team. */
const BADGE_LIST = 'badge';

/** `unless`: words that make it something else ('mod squad'). `isPhrase`: several words, which begin and end where words do. */
type StaffWord = { kind: ListKind; letters: string; isPhrase: boolean; unless: readonly string[] };

/** The compiled lists. Cache them. */
export type StaffLists = {
  words: readonly StaffWord[];
  /** Words of scripts whose letters do not look like Latin ones, as they are compared. */
  foreignWords: readonly string[];
  badgeSigns: ReadonlySet<string>;
  /** Innocent words that hold one of ours; the filter has them too (allow.txt). */
  allowed: readonly string[];
};

/** A word of at least this many letters is refused inside a longer one. */
const PART_MIN = 5;
/** Beside our name, this many letters are enough at the beginning or the end of a word. */
const PART_BESIDE_MIN = 4;
/** A word of at least this many letters is found where a double letter is missing: 'staf' is in Mustafa, but nobody is called 'oficial'. */
const PART_SINGLED_MIN = 6;
/** A shorter word counts only where a word begins and ends, not joined to others. */
const JOINED_MIN = 3;
/** Shorter foreign words are compared as a whole. */
const FOREIGN_PART_MIN = 4;
/** The rest of a longer text is not read: no name is so long, but what moderators try out may be. */
const LENGTH_MAX = 200;
const UNKNOWN_SYMBOL = '\u2610';
/** Pairs of letters that look like one. */
const PAIRS: Readonly<Record<string, string>> = { m: 'rn', w: 'vv', d: 'cl' };
const VOWELS = 'aeiou';

/**
 * Compiles the lists of words that the team is called by.
 * @param files all files of wordlists/; others than these lists are ignored
 * @param allowed innocent words
 * @returns null if a list is missing: then no name can be judged
 */
export function compileStaffLists(files: readonly { name: string; text: string }[], allowed: readonly string[]): StaffLists | null {
  const words: StaffWord[] = [];
  const foreignWords: string[] = [];
  const badgeSigns = new Set<string>();
  const found = new Set<string>();
  for (const { name, text } of files) {
    const kind = name.split('.')[0];
    const list = LISTS.find((each) => each === kind);
    if (list === undefined && kind !== BADGE_LIST) continue;
    for (const line of parseLines(text)) {
      found.add(kind ?? '');
      if (list !== undefined) addWord(list, line, words, foreignWords);
      else for (const sign of line.split(/\s+/)) badgeSigns.add(sign);
    }
  }
  return [...LISTS, BADGE_LIST].every((kind) => found.has(kind)) ? { words, foreignWords, badgeSigns, allowed } : null;
}

function parseLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter((line) => line !== '');
}

function addWord(kind: ListKind, line: string, words: StaffWord[], foreignWords: string[]): void {
  const [entry = '', exceptions = ''] = line.split(/\sunless\s/, 2);
  const plain = normalizeText(entry);
  if (plain.includes(UNKNOWN_SYMBOL)) {
    foreignWords.push(foldForeign(entry));
    return;
  }
  const unless = exceptions.split(/\s+/).filter((word) => word !== '');
  words.push({ kind, letters: plain.replace(/[^a-z]/g, ''), isPhrase: plain.includes(' '), unless });
}

/**
 * What is wrong with a name that passed the word filter: it sounds like the team, or is written with signs that names cannot have.
 * @returns null if nothing is
 */
export function findNameFlaw(name: string, lists: StaffLists): NameFlaw | null {
  const isStaff = readsAsStaff(name.slice(0, LENGTH_MAX), lists);
  return isStaff ? 'staff' : findSignFlaw(name, lists.badgeSigns);
}

function readsAsStaff(name: string, lists: StaffLists): boolean {
  // 'KiddoMod' is two words. The name as it is typed counts too: 'oFfIcIaL'.
  const separated = name.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return soundsLikeStaff(name, lists) || (separated !== name && soundsLikeStaff(separated, lists)) || hasForeignWord(name, lists);
}

function soundsLikeStaff(name: string, lists: StaffLists): boolean {
  const cells = toCells(name);
  const words = lists.words.filter(({ unless }) => !unless.some((word) => hasWord(cells, word)));
  const matcher = { cells, allowed: lists.allowed };
  const isFoundIn = (word: StaffWord) =>
    findWholeWord(matcher, word) || (!word.isPhrase && word.letters.length >= PART_MIN && findParts(matcher, word).length > 0);
  return words.some((word) => word.kind === 'staff' && isFoundIn(word)) || isAllStaffWords(matcher, words) || isBesideSite(matcher, words);
}

/** A normalized name, character by character. Whatever is no letter may also be skipped. */
type Cells = {
  plain: string;
  /** The letters that each character may be read as. */
  readings: readonly string[];
  isLetter: readonly boolean[];
};
type Matcher = { cells: Cells; allowed: readonly string[] };
/** Where a word was found in the cells. */
type Span = { from: number; to: number };

function toCells(name: string): Cells {
  const { plain, types, letterMasks } = toCharacterTable(normalizeText(name).slice(0, LENGTH_MAX));
  // Letters drawn as pictures (flags, boxed letters) are letters too.
  const isLetter = Array.from(types, (type, at) => type === LETTER || plain.charAt(at) >= '\ue000');
  const readings = Array.from(letterMasks, (mask, at) => {
    const sign = plain.charAt(at);
    // A star, or a picture behind a letter, may hide a vowel; other separators are none.
    if (sign === '*' || sign === UNKNOWN_SYMBOL) return isLetter[at - 1] === true ? VOWELS : '';
    if (types[at] === SEPARATOR) return '';
    const letters = toLetters(mask);
    // A small l and a capital I look the same.
    return letters.includes('i') || letters.includes('l') ? `${letters}il` : letters;
  });
  return { plain, readings, isLetter };
}

function toLetters(mask: number): string {
  let letters = '';
  for (let letter = 0; letter < 26; letter++) if ((mask & (1 << letter)) !== 0) letters += String.fromCharCode(97 + letter);
  return letters;
}

/** How freely a word is read: over gaps between its letters, and with one letter where it has two. */
type Reading = { overGaps: boolean; singled: boolean };

/** How many characters at a position are read as this letter; 0 if they are another. */
function widthOf({ plain, readings }: Cells, at: number, letter: string): number {
  if (letter === '' || at >= plain.length) return 0;
  if (readings[at]?.includes(letter)) return 1;
  const pair = PAIRS[letter];
  return pair !== undefined && plain.startsWith(pair, at) ? pair.length : 0;
}

/** The ends of a word that begins at a position. Repeated letters count as one. */
function findEnds(cells: Cells, from: number, letters: string, { overGaps, singled }: Reading): number[] {
  if (widthOf(cells, from, letters.charAt(0)) === 0) return [];
  const size = cells.plain.length;
  const ends = new Set<number>();
  const seen = new Set<number>();
  const steps: [read: number, at: number][] = [[0, from]];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const [read, at] = step;
    const state = read * (size + 1) + at;
    if (seen.has(state)) continue;
    seen.add(state);
    if (read === letters.length) ends.add(at);
    const next = letters.charAt(read);
    const last = letters.charAt(read - 1);
    if (singled && next !== '' && next === last) steps.push([read + 1, at]);
    const width = widthOf(cells, at, next);
    if (width > 0) steps.push([read + 1, at + width]);
    const repeated = read === 0 ? 0 : widthOf(cells, at, last);
    if (repeated > 0) steps.push([read, at + repeated]);
    if (overGaps && read > 0 && read < letters.length && at < size && !cells.isLetter[at]) steps.push([read, at + 1]);
  }
  return [...ends];
}

const beginsWord = ({ isLetter }: Cells, at: number) => isLetter[at - 1] !== true || isLetter[at] !== true;
const endsWord = ({ isLetter }: Cells, at: number) => isLetter[at] !== true || isLetter[at - 1] !== true;

/** The places where a word begins. */
function* startsOf(cells: Cells): Generator<number> {
  for (let at = 0; at < cells.plain.length; at++) if (cells.readings[at] !== '' && beginsWord(cells, at)) yield at;
}

/** Returns whether a word stands in a name as a word, also with gaps between its letters ('m o d', 'ad min'). */
function findWholeWord(matcher: Matcher, word: StaffWord): boolean {
  for (const from of startsOf(matcher.cells)) if (endsOf(matcher, from, word).some((to) => endsWord(matcher.cells, to))) return true;
  return false;
}

/** The ends of a word in a name, as plain as one that is spelled with gaps. Innocent words are no such word. */
function endsOf({ cells, allowed }: Matcher, from: number, { letters, isPhrase }: StaffWord): number[] {
  const close = isPhrase ? [] : findEnds(cells, from, letters, { overGaps: false, singled: true });
  const spaced = findEnds(cells, from, letters, { overGaps: true, singled: false }).filter(
    (to) => letters.length >= PART_MIN || /^[^a-z]*(?:[a-z](?:[^a-z]+|$))*$/.test(cells.plain.slice(from, to)),
  );
  return [...new Set([...close, ...spaced])].filter((to) => !isInnocent(cells, { from, to }, allowed));
}

/** The places of a word inside others. */
function findParts({ cells, allowed }: Matcher, { letters }: StaffWord): Span[] {
  const reading = { overGaps: false, singled: letters.length >= PART_SINGLED_MIN };
  return cells.readings.flatMap((_, from) =>
    findEnds(cells, from, letters, reading)
      .map((to) => ({ from, to }))
      .filter((span) => !isInnocent(cells, span, allowed)),
  );
}

/** Returns whether a place lies inside an innocent word, such as the 'staff' of 'Stafford'. */
function isInnocent({ plain }: Cells, { from, to }: Span, allowed: readonly string[]): boolean {
  return allowed.some((word) => {
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + 1)) if (at <= from && at + word.length >= to) return true;
    return false;
  });
}

/** Returns whether a name consists of our name, words for the team and words that say nothing: 'The Safety Team', 'kiddo_news_ke'. */
function isAllStaffWords(matcher: Matcher, words: readonly StaffWord[]): boolean {
  const { cells } = matcher;
  const size = cells.plain.length;
  // For each position, what the name may have been up to it: nothing yet, the team, our name, words that go beside our name.
  const reached = Array.from({ length: size + 1 }, () => new Set<number>());
  reached[0]?.add(0);
  for (let at = 0; at < size; at++) {
    const here = reached[at] as Set<number>;
    if (here.size === 0) continue;
    if (!cells.isLetter[at]) for (const state of here) reached[at + 1]?.add(state);
    for (const word of words) {
      const mustStandAlone = word.letters.length < JOINED_MIN;
      if (mustStandAlone && !beginsWord(cells, at)) continue;
      for (const to of endsOf(matcher, at, word))
        if (!mustStandAlone || endsWord(cells, to)) for (const state of here) reached[to]?.add(state | STATES[word.kind]);
    }
  }
  return [...(reached[size] as Set<number>)].some((state) => (state & STATES.site) !== 0 || state === STATES['staff-alone']);
}

const STATES: Record<ListKind, number> = { site: 1, staff: 2, 'staff-alone': 2, 'staff-beside': 4, 'staff-filler': 0 };

/** Returns whether our name and a word for the team are both in a name, as words or parts of words: 'kiddosafetybrian'. */
function isBesideSite(matcher: Matcher, words: readonly StaffWord[]): boolean {
  const { cells } = matcher;
  const names = words.filter(({ kind }) => kind === 'site');
  const sites = names.filter(({ letters }) => letters.length >= PART_MIN).flatMap((word) => findParts(matcher, word));
  if (sites.length === 0 && !names.some((word) => findWholeWord(matcher, word))) return false;
  return words.some((word) => {
    if (word.kind !== 'staff' && word.kind !== 'staff-alone') return false;
    if (findWholeWord(matcher, word)) return true;
    if (word.isPhrase) return false;
    return findParts(matcher, word).some(
      ({ from, to }) =>
        sites.some((site) => site.to === from || site.from === to) ||
        (word.letters.length >= PART_BESIDE_MIN && (beginsWord(cells, from) || endsWord(cells, to))),
    );
  });
}

function hasWord({ plain }: Cells, word: string): boolean {
  return new RegExp(`(?<![a-z])${word}(?![a-z])`).test(plain);
}

function hasForeignWord(name: string, { foreignWords }: StaffLists): boolean {
  const words = foldForeign(name).split(/[^\p{L}\p{N}]+/u);
  return foreignWords.some((word) => words.some((each) => each === word || (word.length >= FOREIGN_PART_MIN && each.includes(word))));
}

/** A word as it is compared with those of other scripts: without marks, in small letters. */
function foldForeign(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
