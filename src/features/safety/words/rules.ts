import type { Meter } from '../filter/schema.ts';
import { BETWEEN, DIGIT, LETTER, SIGN, STAR, type Cells } from '../letters/rules.ts';
import { INSIDES, VERB_PREFIXES, VERB_STEMS, WORDS, type Lexicon } from '../lists/rules.ts';

// Finds the vocabulary of the lists in a text, through disguises. It walks the tree of letters from each place where a word may
// begin; the tree's depth bounds each walk, so that the work grows with the length of the text only.

/** A word of the vocabulary at a place in a text. */
export type Found = { id: number; end: number; gaps: boolean };

/** Short words that are no pieces of a longer one: 'pen is red' holds no other word. */
const SHORT = new Set(
  (
    'a i u n r k x y ah ai aj am an as at aw ay ba be bi bo by cha da do eh er ex fi fo go ha he hi hm ho id if ii in is it ja ka ke ki ku kw la le li lo lv ' +
    'ma me mi mm mo mr ms mu my na nd ne ng ni no nt of oh ok om on oo op or ow ox oy pa pe pi po ps pt pu py ra re sa se sh si so st ta td te th ti ' +
    'to tu tv uh um un up ur us ve vs vy wa we wi wo ya ye yo yu za zi ll'
  ).split(' '),
);
const DIGITS_AND_SIGNS_TO = 2;
/** A listed word of so many letters is found in two pieces ('insta gram'), whatever the pieces are. */
const LONG = 6;
const WILD_MAX = 2;
/** Signs in a row that may stand between two letters of one word. */
const GAP_MAX = 8;
/** How often a walk may go on without coming nearer to a word's end: 'ff uu' is four moves for two letters. */
const MOVES_PER_LETTER = 4;
const MOVES_SPARE = 4;
/** Between words and not within one, where a space may be missing. */
const LOOSE = new Set(' .,!?:;"()[]{}');

/** A walk through the tree: what has been read of one word so far. */
type Walk = {
  node: number;
  at: number;
  /** Letters of the word so far, and moves that were made for them. */
  depth: number;
  moves: number;
  last: number;
  letters: number;
  signs: number;
  digits: number;
  stars: number;
  hidden: number;
  gaps: boolean;
};

/** Reads one text. Places are counted in signs of its plain form. */
export type Reader = {
  cells: Cells;
  /** Vocabulary that begins at a place, as words. */
  wordsAt(at: number): readonly Found[];
  /** Vocabulary that begins at a place, whatever stands around it; for names. */
  anywhereAt(at: number): readonly Found[];
  /** Vocabulary that is marked as lying within words. */
  insidesAt(at: number): readonly Found[];
};

/** Makes a reader of one text. */
export function readerOf(cells: Cells, lexicon: Lexicon, meter: Meter): Reader {
  const known: (Found[] | undefined)[] = [];
  const size = cells.plain.length;
  const read = (at: number, roots: number[], strict: boolean): Found[] => {
    const found: Found[] = [];
    const seen = new Set<number>();
    for (const node of roots)
      step(
        { cells, lexicon, meter, start: at, found, strict, seen },
        { node, at, depth: 0, moves: 0, last: -1, letters: 0, signs: 0, digits: 0, stars: 0, hidden: 0, gaps: false },
      );
    return found;
  };
  return {
    cells,
    wordsAt(at) {
      if (at >= size || cells.types[at] === BETWEEN || (at > 0 && cells.types[at - 1] === LETTER)) return [];
      return (known[at] ??= read(at, [WORDS, VERB_PREFIXES, VERB_STEMS], true));
    },
    anywhereAt: (at) => (cells.types[at] === BETWEEN ? [] : read(at, [WORDS, VERB_STEMS], false)),
    insidesAt: (at) => (cells.types[at] === BETWEEN ? [] : read(at, [INSIDES], false)),
  };
}

type Reading = { cells: Cells; lexicon: Lexicon; meter: Meter; start: number; found: Found[]; strict: boolean; seen: Set<number> };

function step(reading: Reading, walk: Walk): void {
  const { cells, lexicon, meter } = reading;
  const { types, masks, runs } = cells;
  const { node, at } = walk;
  if (walk.moves > MOVES_SPARE + MOVES_PER_LETTER * walk.depth) return;
  // Two ways to the same place in the tree and in the text need not both be followed.
  const state = (((at - reading.start) * lexicon.stemFollows.length + node) * 2 + Number(walk.gaps)) * 8 + walk.stars * 2 + walk.hidden;
  if (reading.seen.has(state)) return;
  reading.seen.add(state);
  meter.steps++;
  if (at > reading.start) arrive(reading, walk);
  if (lexicon.stemFollows[node] === 1) advance(reading, { ...walk, node: VERB_STEMS });
  advance(reading, walk);
  if (at >= types.length) return;
  const type = types[at] as number;
  // The same letter again: all of its run, however long.
  if (walk.last !== -1 && type !== BETWEEN && type !== STAR && ((masks[at] as number) & (1 << walk.last)) !== 0) {
    const end = runs[at] as number;
    const count = end - at;
    step(reading, { ...walk, at: end, moves: walk.moves + 1, ...tally(walk, type, count, cells.plain.charAt(at) >= '\ue000') });
  }
  // Something between two letters of one word.
  if (reading.strict && at > reading.start && type !== LETTER && type !== DIGIT && types[at - 1] === LETTER) {
    let end = at;
    while (end < types.length && (types[end] === type || types[end] === BETWEEN) && end - at < GAP_MAX) end++;
    if (end < types.length && types[end] !== BETWEEN) advance(reading, { ...walk, at: end, gaps: true, moves: walk.moves + 1 }, true);
  }
}

/** @param boxed it is a letter drawn as a picture, which is as good as a letter */
function tally(walk: Walk, type: number, count: number, boxed: boolean): Pick<Walk, 'letters' | 'signs' | 'digits'> {
  return {
    letters: walk.letters + (type === LETTER || boxed ? count : 0),
    signs: walk.signs + (type === SIGN && !boxed ? count : 0),
    digits: walk.digits + (type === DIGIT ? count : 0),
  };
}

/** Reads the sign at a walk's place as each letter it may be that the tree knows. */
function advance(reading: Reading, walk: Walk, afterGap = false): void {
  const { cells, lexicon } = reading;
  const { node, at } = walk;
  if (at >= cells.types.length) return;
  const type = cells.types[at] as number;
  let mask = cells.masks[at] as number;
  if (mask === 0) return;
  if (type === BETWEEN && (walk.hidden > 0 || walk.stars > 0 || !hidesVowel(reading, at))) return;
  if (type === STAR && (at === reading.start || walk.stars >= WILD_MAX || walk.hidden > 0)) return;
  if (afterGap && walk.last !== -1 && (mask & (1 << walk.last)) !== 0 && type === LETTER)
    step(reading, { ...walk, at: cells.runs[at] as number, letters: walk.letters + 1, moves: walk.moves + 1 });
  const base = node * 26;
  while (mask !== 0) {
    const letter = 31 - Math.clz32(mask);
    mask &= ~(1 << letter);
    const child = lexicon.next[base + letter] as number;
    if (child === 0) continue;
    const next: Walk = {
      ...walk,
      node: child,
      depth: walk.depth + 1,
      moves: walk.moves + 1,
      at: at + 1,
      last: type === STAR || type === BETWEEN ? -1 : letter,
      ...tally(walk, type, 1, cells.plain.charAt(at) >= '\ue000'),
    };
    if (type === STAR) next.stars++;
    if (type === BETWEEN) next.hidden++;
    step(reading, next);
  }
}

/** 'sh-t': one sign that is no space, with a letter on either side. */
function hidesVowel({ cells, start, strict }: Reading, at: number): boolean {
  return (
    strict && at > start && cells.types[at - 1] === LETTER && cells.types[at + 1] === LETTER && !`:;,"'`.includes(cells.plain.charAt(at))
  );
}

/** Notes the vocabulary that ends where a walk has come to. */
function arrive(reading: Reading, walk: Walk): void {
  const { cells, lexicon, found, start, strict } = reading;
  const whole = lexicon.whole[walk.node];
  const begins = lexicon.begins[walk.node];
  if (whole === undefined && begins === undefined) return;
  const { at, gaps } = walk;
  const after = cells.types[at];
  const bounded = !strict || at >= cells.types.length || (after !== LETTER && !(after === DIGIT && cells.types[at - 1] === DIGIT));
  const ids = bounded ? [...(whole ?? []), ...(begins ?? [])] : begins;
  if (ids === undefined || !believable(reading, walk)) return;
  if (gaps && !isOneWord(cells, start, at, walk.depth)) return;
  for (const id of ids) if (!found.some((one) => one.id === id && one.end === at)) found.push({ id, end: at, gaps });
}

/** Whether enough of what was read are letters: '455' is a number. */
function believable({ start, cells }: Reading, { letters, signs, digits, stars, hidden }: Walk): boolean {
  const solid = letters + signs;
  if (letters === 0 && (digits > 0 || signs < 3 || !cells.plain.slice(start, start + 1).includes('@'))) return false;
  if (digits > 0 && solid < DIGITS_AND_SIGNS_TO) return false;
  if (stars > 0 && (letters < stars || solid < 2)) return false;
  return hidden === 0 || letters >= 3;
}

/** Whether pieces with something between them look like one word that was taken apart. */
function isOneWord(cells: Cells, start: number, at: number, length: number): boolean {
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
    if (i < end && LOOSE.has(plain.charAt(i))) loose = true;
    from = i + 1;
  }
  if (!loose) return true;
  const letters = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (letters >= 3 && pieces.every((piece) => piece === piece.charAt(0).repeat(piece.length))) return true;
  if (length >= LONG && (pieces.length === 2 || !/\s/.test(plain.slice(start, end)))) return true;
  return pieces.length <= 4 && pieces.some((piece) => piece.length <= 2 && !SHORT.has(piece));
}

/** The first letter or sign after a place; null at the end. */
export function nextWord({ types }: Cells, at: number): number | null {
  let next = at;
  while (next < types.length && types[next] === BETWEEN) next++;
  return next < types.length ? next : null;
}
