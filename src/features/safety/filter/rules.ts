import { addressIn } from '../links/rules.ts';
import { BETWEEN, LETTER, cellsOf, plainOf, type Cells } from '../letters/rules.ts';
import { lexiconOf, type Entry, type Lexicon, type Phrase } from '../lists/rules.ts';
import { hasPhone } from '../numbers/rules.ts';
import { phraseAt } from '../phrases/rules.ts';
import { readerOf, type Found, type Reader } from '../words/rules.ts';
import { KINDS, type Kind, type Meter, type Verdict, type WordList } from './schema.ts';

/** The lists, ready for judging. Keep it: making it takes a while. */
export type Compiled = Lexicon;

/** In a name, a listed word of this many letters is refused wherever it stands. */
const NAME_ANYWHERE = 5;
/** What is put before or behind a word to make a name of it. */
const NAME_PARTS = new Set(
  (
    'the mr mrs miss ms im iam big lil my king queen boy girl boys girls man men lord its x xx xxx xo o z zz s ss ke kenya real its official pro gamer gaming ' +
    'is am a i me you u we ya la wa na ni wewe ur your so hot bad team super mega baby young old sir dj don boss er ing ed y'
  ).split(' '),
);

/** Makes the moderators' lists ready. What is wrong with them stands in the result's `faults`. */
export function compileLists(lists: WordList[]): Compiled {
  return lexiconOf(lists);
}

/** Judges a text that others are to read. */
export function judge(text: string, compiled: Compiled, meter: Meter = { steps: 0 }): Verdict {
  return gravest(kindsIn(text, compiled, meter, false));
}

/** Judges a username or a display name: as a text, and for words within words, and for ways to be reached elsewhere. */
export function judgeName(text: string, compiled: Compiled, meter: Meter = { steps: 0 }): Verdict {
  const kinds = kindsIn(text, compiled, meter, true);
  // 'BigBadWolf', 'wolf_22'.
  const apart = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' ');
  if (apart !== text) for (const kind of kindsIn(apart, compiled, meter, true)) kinds.add(kind);
  for (const kind of kindsWithin(cellsOf(plainOf(text)), compiled, meter)) kinds.add(kind);
  return gravest(kinds);
}

function gravest(kinds: Set<Kind>): Verdict {
  const kind = KINDS.find((one) => kinds.has(one));
  return kind === undefined ? null : { kind };
}

function kindsIn(text: string, compiled: Compiled, meter: Meter, isName: boolean): Set<Kind> {
  const kinds = new Set<Kind>();
  const excuses = new Map<ReadonlySet<number>, boolean>();
  const plain = plainOf(text);
  const cells = cellsOf(plain);
  const reader = readerOf(cells, compiled, meter);
  for (let at = 0; at < plain.length; at++) {
    if (cells.types[at] === BETWEEN) continue;
    for (const found of reader.wordsAt(at)) {
      const entries = compiled.entries.get(found.id);
      if (entries !== undefined && !isAllowed(cells, at, found, compiled)) addKinds(kinds, entries, isName);
      for (const phrase of compiled.phrases.get(found.id) ?? []) {
        meter.steps++;
        if (!kinds.has(phrase.kind) && (isName || !phrase.namesOnly) && phraseAt(phrase, reader, at) && !isExcused(phrase, reader, excuses))
          kinds.add(phrase.kind);
      }
    }
    if (at > 0 && cells.types[at - 1] === LETTER) {
      for (const found of reader.insidesAt(at)) {
        const entries = compiled.entries.get(found.id);
        if (entries !== undefined && !isAllowed(cells, at, found, compiled)) addKinds(kinds, entries, isName);
      }
    }
  }
  if (hasPhone(plain)) kinds.add('phone');
  const address = addressIn(plain);
  if (address !== null) kinds.add(address);
  return kinds;
}

function addKinds(kinds: Set<Kind>, entries: Entry[], isName: boolean): void {
  for (const { kind, namesOnly } of entries) if (isName || !namesOnly) kinds.add(kind);
}

/** A word that moderators allow is no finding, and neither is what lies in it. */
function isAllowed(cells: Cells, at: number, { gaps }: Found, { allowed }: Compiled): boolean {
  if (gaps) return false;
  const [begin, end] = wordAround(cells, at);
  const word = cells.plain.slice(begin, end);
  if (allowed.words.has(word)) return true;
  for (let length = 2; length <= word.length && length <= allowed.longest; length++)
    if (allowed.prefixes.has(word.slice(0, length))) return true;
  return false;
}

function wordAround({ types }: Cells, at: number): [number, number] {
  let begin = at;
  let end = at;
  while (begin > 0 && types[begin - 1] === LETTER) begin--;
  while (end < types.length && types[end] === LETTER) end++;
  return [begin, end];
}

function isExcused({ unless }: Phrase, reader: Reader, known: Map<ReadonlySet<number>, boolean>): boolean {
  if (unless === null) return false;
  const old = known.get(unless);
  if (old !== undefined) return old;
  const excused = holdsAny(unless, reader);
  known.set(unless, excused);
  return excused;
}

function holdsAny(ids: ReadonlySet<number>, reader: Reader): boolean {
  for (let at = 0; at < reader.cells.plain.length; at++) if (reader.wordsAt(at).some(({ id, gaps }) => !gaps && ids.has(id))) return true;
  return false;
}

/** Listed words within the words of a name. */
function kindsWithin(cells: Cells, compiled: Compiled, meter: Meter): Set<Kind> {
  const kinds = new Set<Kind>();
  const reader = readerOf(cells, compiled, meter);
  for (let at = 0; at < cells.plain.length; at++) {
    for (const { id, end, gaps } of reader.anywhereAt(at)) {
      for (const { kind, length, namesOnly } of compiled.entries.get(id) ?? []) {
        if (gaps || kinds.has(kind) || (namesOnly && length < NAME_ANYWHERE)) continue;
        const [begin, stop] = wordAround(cells, at);
        const before = cells.plain.slice(begin, at);
        const after = end < stop ? cells.plain.slice(end, stop) : afterOf(cells, end);
        const whole = cells.plain.slice(begin, stop);
        if (compiled.allowed.all.some((word) => whole.includes(word) && coversIn(whole, word, at - begin, end - begin))) continue;
        if (length >= NAME_ANYWHERE || (isNamePart(before) && isNamePart(after))) kinds.add(kind);
      }
    }
  }
  return kinds;
}

function afterOf(cells: Cells, end: number): string {
  const [, stop] = wordAround(cells, end);
  return cells.plain.slice(end, stop);
}

function coversIn(whole: string, word: string, from: number, to: number): boolean {
  for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1)) if (at <= from && at + word.length >= to) return true;
  return false;
}

function isNamePart(part: string): boolean {
  return part === '' || NAME_PARTS.has(part);
}
