import type { StepCounter } from './filter/schema.ts';
import { SEPARATOR, DIGIT, LETTER, SYMBOL, WILDCARD, type CharacterTable } from './characters.rules.ts';
import { SUBSTRING_ROOT, VERB_PREFIX_ROOT, VERB_STEM_ROOT, WORD_ROOT, type Lexicon } from './lexicon.rules.ts';

// Finds the vocabulary of the lists in a text, also in disguise. It walks the trie from each position where a word may begin. The depth
// of the trie bounds each walk, so that the work is linear in the length of the text.

/** A match of a vocabulary word in a text. */
export type WordMatch = { id: number; end: number; hasGaps: boolean };

/** Short words that do not count as pieces of a split word: 'pen is red' contains no other word. */
const SHORT_WORDS = new Set(
  (
    'a i u n r k x y ah ai aj am an as at aw ay ba be bi bo by cha da do eh er ex fi fo go ha he hi hm ho id if ii in is it ja ka ke ki ku kw la le li lo lv ' +
    'ma me mi mm mo mr ms mu my na nd ne ng ni no nt of oh ok om on oo op or ow ox oy pa pe pi po ps pt pu py ra re sa se sh si so st ta td te th ti ' +
    'to tu tv uh um un up ur us ve vs vy wa we wi wo ya ye yo yu za zi ll'
  ).split(' '),
);
const SOLID_CHARACTERS_MIN = 2;
/** A listed word of at least this many letters is found when split into two pieces ('insta gram'), whatever the pieces are. */
const LONG_WORD_LENGTH = 6;
const WILDCARDS_MAX = 2;
/** Maximum symbols in a row between two letters of one word. */
const GAP_MAX = 8;
/** Limits moves that do not get closer to the end of a word: 'ff uu' takes four moves for two letters. */
const MOVES_PER_LETTER = 4;
const MOVES_SPARE = 4;
/** Characters that separate words and do not occur within one, where a space may be missing. */
const WORD_SEPARATORS = new Set(' .,!?:;"()[]{}');

/** The state of a walk through the trie: what has been read of one word so far. */
type SearchState = {
  node: number;
  at: number;
  /** Letters of the word so far, and the moves made for them. */
  depth: number;
  moves: number;
  last: number;
  letters: number;
  signs: number;
  digits: number;
  wildcards: number;
  hiddenVowels: number;
  gaps: boolean;
};

/** Matches vocabulary in one text. Positions are indices into its normalized form. */
export type WordMatcher = {
  cells: CharacterTable;
  meter: StepCounter;
  /** Vocabulary that begins at a position, as words. */
  wordsAt(at: number): readonly WordMatch[];
  /** Vocabulary that begins at a position, regardless of the surrounding characters; for names. */
  substringsAt(at: number): readonly WordMatch[];
  /** Vocabulary that is marked as occurring inside other words. */
  markedSubstringsAt(at: number): readonly WordMatch[];
};

/**
 * Creates the matcher of one text.
 * @param stepsMax from this count of steps on nothing more is found: the caller decides what that means
 */
export function createWordMatcher(
  cells: CharacterTable,
  lexicon: Lexicon,
  meter: StepCounter,
  stepsMax = Number.POSITIVE_INFINITY,
): WordMatcher {
  const cache: (WordMatch[] | undefined)[] = [];
  const size = cells.plain.length;
  const read = (at: number, roots: number[], wholeWords: boolean): WordMatch[] => {
    const found: WordMatch[] = [];
    const seen = new Set<number>();
    for (const node of roots)
      step(
        { cells, lexicon, meter, stepsMax, start: at, found, strict: wholeWords, seen },
        { node, at, depth: 0, moves: 0, last: -1, letters: 0, signs: 0, digits: 0, wildcards: 0, hiddenVowels: 0, gaps: false },
      );
    return found;
  };
  return {
    cells,
    meter,
    wordsAt(at) {
      if (at >= size || cells.types[at] === SEPARATOR || (at > 0 && cells.types[at - 1] === LETTER)) return [];
      return (cache[at] ??= read(at, [WORD_ROOT, VERB_PREFIX_ROOT, VERB_STEM_ROOT], true));
    },
    substringsAt: (at) => (cells.types[at] === SEPARATOR ? [] : read(at, [WORD_ROOT, VERB_STEM_ROOT], false)),
    markedSubstringsAt: (at) => (cells.types[at] === SEPARATOR ? [] : read(at, [SUBSTRING_ROOT], false)),
  };
}

type MatchContext = {
  cells: CharacterTable;
  lexicon: Lexicon;
  meter: StepCounter;
  stepsMax: number;
  start: number;
  found: WordMatch[];
  strict: boolean;
  seen: Set<number>;
};

function step(reading: MatchContext, walk: SearchState): void {
  const { cells, lexicon, meter } = reading;
  const { types, letterMasks: masks, runEnds: runs } = cells;
  const { node, at } = walk;
  if (meter.steps > reading.stepsMax || walk.moves > MOVES_SPARE + MOVES_PER_LETTER * walk.depth) return;
  // Skip states that another path has already reached.
  const state =
    (((at - reading.start) * lexicon.isVerbPrefixEnd.length + node) * 2 + Number(walk.gaps)) * 8 + walk.wildcards * 2 + walk.hiddenVowels;
  if (reading.seen.has(state)) return;
  reading.seen.add(state);
  meter.steps++;
  if (at > reading.start) recordMatches(reading, walk);
  if (lexicon.isVerbPrefixEnd[node] === 1) advance(reading, { ...walk, node: VERB_STEM_ROOT });
  advance(reading, walk);
  if (at >= types.length) return;
  const type = types[at] as number;
  // The same letter again: skip the whole run, however long.
  if (walk.last !== -1 && type !== SEPARATOR && type !== WILDCARD && ((masks[at] as number) & (1 << walk.last)) !== 0) {
    const end = runs[at] as number;
    const count = end - at;
    step(reading, { ...walk, at: end, moves: walk.moves + 1, ...addCounts(walk, type, count, cells.plain.charAt(at) >= '\ue000') });
  }
  // Skip symbols between two letters of one word.
  if (reading.strict && at > reading.start && type !== LETTER && type !== DIGIT && types[at - 1] === LETTER) {
    let end = at;
    while (end < types.length && (types[end] === type || types[end] === SEPARATOR) && end - at < GAP_MAX) end++;
    if (end < types.length && types[end] !== SEPARATOR) advance(reading, { ...walk, at: end, gaps: true, moves: walk.moves + 1 }, true);
  }
}

/** @param boxed a letter drawn as a picture, which counts as a letter */
function addCounts(walk: SearchState, type: number, count: number, boxed: boolean): Pick<SearchState, 'letters' | 'signs' | 'digits'> {
  return {
    letters: walk.letters + (type === LETTER || boxed ? count : 0),
    signs: walk.signs + (type === SYMBOL && !boxed ? count : 0),
    digits: walk.digits + (type === DIGIT ? count : 0),
  };
}

/** Reads the character at the position of a walk as each letter that it may be and that the trie continues with. */
function advance(reading: MatchContext, walk: SearchState, afterGap = false): void {
  const { cells, lexicon } = reading;
  const { node, at } = walk;
  if (at >= cells.types.length) return;
  const type = cells.types[at] as number;
  let mask = cells.letterMasks[at] as number;
  if (mask === 0) return;
  if (type === SEPARATOR && (walk.hiddenVowels > 0 || walk.wildcards > 0 || !hidesVowel(reading, at))) return;
  if (type === WILDCARD && (at === reading.start || walk.wildcards >= WILDCARDS_MAX || walk.hiddenVowels > 0)) return;
  if (afterGap && walk.last !== -1 && (mask & (1 << walk.last)) !== 0 && type === LETTER)
    step(reading, { ...walk, at: cells.runEnds[at] as number, letters: walk.letters + 1, moves: walk.moves + 1 });
  const base = node * 26;
  while (mask !== 0) {
    const letter = 31 - Math.clz32(mask);
    mask &= ~(1 << letter);
    const child = lexicon.transitions[base + letter] as number;
    if (child === 0) continue;
    const next: SearchState = {
      ...walk,
      node: child,
      depth: walk.depth + 1,
      moves: walk.moves + 1,
      at: at + 1,
      last: type === WILDCARD || type === SEPARATOR ? -1 : letter,
      ...addCounts(walk, type, 1, cells.plain.charAt(at) >= '\ue000'),
    };
    if (type === WILDCARD) next.wildcards++;
    if (type === SEPARATOR) next.hiddenVowels++;
    step(reading, next);
  }
}

/** 'sh-t': one symbol other than a space, with a letter on each side. */
function hidesVowel({ cells, start, strict }: MatchContext, at: number): boolean {
  return (
    strict && at > start && cells.types[at - 1] === LETTER && cells.types[at + 1] === LETTER && !`:;,"'`.includes(cells.plain.charAt(at))
  );
}

/** Records the vocabulary that ends at the position of a walk. */
function recordMatches(reading: MatchContext, walk: SearchState): void {
  const { cells, lexicon, found, start, strict } = reading;
  const whole = lexicon.wordIds[walk.node];
  const begins = lexicon.prefixIds[walk.node];
  if (whole === undefined && begins === undefined) return;
  const { at, gaps } = walk;
  const after = cells.types[at];
  const bounded = !strict || at >= cells.types.length || (after !== LETTER && !(after === DIGIT && cells.types[at - 1] === DIGIT));
  const ids = bounded ? [...(whole ?? []), ...(begins ?? [])] : begins;
  if (ids === undefined || !isPlausible(reading, walk)) return;
  if (gaps && !isOneWord(cells, start, at, walk.depth)) return;
  for (const id of ids) if (!found.some((one) => one.id === id && one.end === at)) found.push({ id, end: at, hasGaps: gaps });
}

/** Returns whether enough of the characters read are letters: '455' is a number. */
function isPlausible(
  { start, cells }: MatchContext,
  { letters, signs, digits, wildcards: stars, hiddenVowels: hidden }: SearchState,
): boolean {
  const solid = letters + signs;
  if (letters === 0 && (digits > 0 || signs < 3 || !cells.plain.slice(start, start + 1).includes('@'))) return false;
  if (digits > 0 && solid < SOLID_CHARACTERS_MIN) return false;
  if (stars > 0 && (letters < stars || solid < 2)) return false;
  return hidden === 0 || letters >= 3;
}

/** Returns whether pieces with gaps between them look like one word that was split. */
function isOneWord(cells: CharacterTable, start: number, at: number, length: number): boolean {
  if (length < 3) return false;
  const { types, plain } = cells;
  let end = at;
  while (end < types.length && types[end] === LETTER) end++;
  const pieces: string[] = [];
  let loose = false;
  let from = start;
  for (let i = start; i <= end; i++) {
    if (i < end && types[i] === LETTER) continue;
    if (i > from) pieces.push(plain.slice(from, i));
    if (i < end && WORD_SEPARATORS.has(plain.charAt(i))) loose = true;
    from = i + 1;
  }
  if (!loose) return true;
  const letters = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (letters >= 3 && pieces.every((piece) => piece === piece.charAt(0).repeat(piece.length))) return true;
  if (length >= LONG_WORD_LENGTH && (pieces.length === 2 || !/\s/.test(plain.slice(start, end)))) return true;
  return pieces.length <= 4 && pieces.some((piece) => piece.length <= 2 && !SHORT_WORDS.has(piece));
}

/** The position of the first letter or symbol from a position on; null at the end. */
export function nextWord({ types }: CharacterTable, at: number): number | null {
  let next = at;
  while (next < types.length && types[next] === SEPARATOR) next++;
  return next < types.length ? next : null;
}
