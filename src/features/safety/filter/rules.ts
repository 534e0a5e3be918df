import { findContactAddress } from '../links.rules.ts';
import { SEPARATOR, LETTER, toCharacterTable, normalizeText, type CharacterTable } from '../characters.rules.ts';
import { buildLexicon, type EntryKind, type LexiconEntry, type Lexicon, type Phrase } from '../lexicon.rules.ts';
import { containsPhoneNumber } from '../phone-numbers.rules.ts';
import { containsAny, findPhraseEnd, isAfter, wordAround, type WordsInText } from '../phrases.rules.ts';
import { createWordMatcher, type WordMatch, type WordMatcher } from '../word-matcher.rules.ts';
import {
  CATEGORIES_BY_SEVERITY,
  HELP_KINDS,
  SOFT_KINDS,
  type ModerationResult,
  type StepCounter,
  type TextAnalysis,
  type TextRange,
  type WordList,
} from './schema.ts';

/** The compiled lists. Cache them: compiling takes a while. */
export type CompiledLists = Lexicon<EntryKind>;

/** In a name, a listed word with at least this many letters is blocked anywhere, also inside other words. */
const NAME_SUBSTRING_MIN_LENGTH = 5;
/**
 * How much work a text may be, in steps of the matcher for each of its characters. Ordinary texts need 5 to 40; more is needed by texts of
 * characters that each may be several letters, which nobody can read either.
 */
const STEPS_PER_CHARACTER = 80;
/** Also for the shortest texts. */
const STEPS_MIN = 4_000;
/** What players put before or after a word to make a name. */
const NAME_PARTS = new Set(
  (
    'the mr mrs miss ms im iam big lil my king queen boy girl boys girls man men lord its x xx xxx xo o z zz s ss ke kenya real its official pro gamer gaming ' +
    'is am a i me you u we ya la wa na ni wewe ur your so hot bad team super mega baby young old sir dj don boss er ing ed y'
  ).split(' '),
);

/**
 * Compiles the moderators' lists, without those that find who asks for help and those of the classifier. Their errors are in the `faults` of
 * the result.
 */
export function compileLists(lists: WordList[]): CompiledLists {
  return buildLexicon<EntryKind>(lists.filter(({ kind }) => kind !== 'innocent' && !HELP_KINDS.some((each) => each === kind)));
}

/**
 * Checks a text that others will read.
 * @param helpRanges where in the text its author asks for help (findHelp): no listed word is refused there
 */
export function checkText(
  text: string,
  compiled: CompiledLists,
  meter: StepCounter = { steps: 0 },
  helpRanges: readonly TextRange[] = [],
): ModerationResult {
  return mostSevere(findCategories(text, compiled, meter, 'text', helpRanges));
}

/** Checks a text as checkText does, and says which soft kinds it has. */
export function analyzeText(
  text: string,
  compiled: CompiledLists,
  meter: StepCounter = { steps: 0 },
  helpRanges: readonly TextRange[] = [],
): TextAnalysis {
  const kinds = findCategories(text, compiled, meter, 'text', helpRanges);
  return { refused: mostSevere(kinds), soft: SOFT_KINDS.filter((kind) => kinds.has(kind)) };
}

/**
 * Checks the last messages of one author together, each of which was accepted alone.
 * @param texts oldest first
 * @param helpRanges as for checkText, in the texts joined by spaces
 */
export function checkMessages(
  texts: readonly string[],
  compiled: CompiledLists,
  meter: StepCounter = { steps: 0 },
  helpRanges: readonly TextRange[] = [],
): ModerationResult {
  return mostSevere(findCategories(texts.join(' '), compiled, meter, 'messages', helpRanges));
}

/** Checks a username or a display name: like a text, and also for listed words inside other words and for contact details. */
export function checkName(text: string, compiled: CompiledLists, meter: StepCounter = { steps: 0 }): ModerationResult {
  const kinds = findCategories(text, compiled, meter, 'name');
  // Splits 'BigBadWolf' and 'wolf_22' into words.
  const separated = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' ');
  if (separated !== text) for (const kind of findCategories(separated, compiled, meter, 'name')) kinds.add(kind);
  for (const kind of findCategoriesWithinWords(toCharacterTable(normalizeText(text)), compiled, meter)) kinds.add(kind);
  return mostSevere(kinds);
}

function mostSevere(kinds: Set<EntryKind>): ModerationResult {
  const kind = CATEGORIES_BY_SEVERITY.find((one) => kinds.has(one));
  return kind === undefined ? null : { kind };
}

/** What a text is. */
type Source = 'text' | 'name' | 'messages';

function findCategories(
  text: string,
  compiled: CompiledLists,
  meter: StepCounter,
  source: Source,
  helpRanges: readonly TextRange[] = [],
): Set<EntryKind> {
  const isName = source === 'name';
  const kinds = new Set<EntryKind>();
  const exceptionCache: WordsInText = new Map();
  const plain = normalizeText(text);
  const cells = toCharacterTable(plain);
  const stepsMax = meter.steps + Math.max(STEPS_MIN, STEPS_PER_CHARACTER * plain.length);
  const reader = createWordMatcher(cells, compiled, meter, stepsMax);
  for (let at = 0; at < plain.length; at++) {
    if (cells.types[at] === SEPARATOR) continue;
    if (helpRanges.some(({ from, to }) => at >= from && at < to)) continue;
    for (const found of reader.wordsAt(at)) {
      const entries = compiled.entries.get(found.id);
      if (entries !== undefined && !isAllowed(cells, at, found, compiled)) addCategories(kinds, entries, isName);
      for (const phrase of compiled.phrases.get(found.id) ?? []) {
        if (++meter.steps > stepsMax) break;
        if (
          !kinds.has(phrase.kind) &&
          (isName || !phrase.namesOnly) &&
          (source !== 'messages' || isExact(phrase)) &&
          findPhraseEnd(phrase, reader, at) !== null &&
          !isExcused(phrase, reader, compiled, exceptionCache) &&
          !isAfter(phrase.unlessAfter, reader, at)
        )
          kinds.add(phrase.kind);
      }
    }
    if (at > 0 && cells.types[at - 1] === LETTER) {
      for (const found of reader.markedSubstringsAt(at)) {
        const entries = compiled.entries.get(found.id);
        if (entries !== undefined && !isAllowed(cells, at, found, compiled)) addCategories(kinds, entries, isName);
      }
    }
    // What the words are is not known then: they were not read to the end.
    if (meter.steps > stepsMax) return kinds.add('unreadable');
  }
  if (containsPhoneNumber(plain, source === 'messages')) kinds.add('phone');
  const address = findContactAddress(plain);
  if (address !== null) kinds.add(address);
  return kinds;
}

function addCategories(kinds: Set<EntryKind>, entries: LexiconEntry<EntryKind>[], isName: boolean): void {
  for (const { kind, namesOnly } of entries) if (isName || !namesOnly) kinds.add(kind);
}

/** Returns whether a match lies inside a word that moderators allow. */
function isAllowed(cells: CharacterTable, at: number, { hasGaps: gaps }: WordMatch, { allowed }: CompiledLists): boolean {
  if (gaps) return false;
  const [begin, end] = wordAround(cells, at);
  const word = cells.plain.slice(begin, end);
  if (allowed.words.has(word)) return true;
  for (let length = 2; length <= word.length && length <= allowed.longest; length++)
    if (allowed.prefixes.has(word.slice(0, length))) return true;
  return false;
}

/** Whether a phrase has no place for any word: two messages about different things would fill it by chance. */
function isExact({ elements }: Phrase): boolean {
  return elements.every(({ type }) => type !== 'word');
}

/** Kinds that ask or tell where somebody can be found. */
const PLACE_KINDS: ReadonlySet<EntryKind> = new Set(['meet-elsewhere', 'address', 'whereabouts', 'private-place']);

/** Whether the text has a word that makes a phrase fine. A word for a game makes nothing fine where a day and a real place are named. */
function isExcused({ unless, kind }: Phrase<EntryKind>, reader: WordMatcher, { realMeeting }: CompiledLists, cache: WordsInText): boolean {
  if (unless === null || !containsAny(unless, reader, cache)) return false;
  const { days, places } = realMeeting ?? {};
  return !(days && places && PLACE_KINDS.has(kind) && containsAny(days, reader, cache) && containsAny(places, reader, cache));
}

/** Listed words inside the words of a name. */
function findCategoriesWithinWords(cells: CharacterTable, compiled: CompiledLists, meter: StepCounter): Set<EntryKind> {
  const kinds = new Set<EntryKind>();
  const reader = createWordMatcher(cells, compiled, meter);
  for (let at = 0; at < cells.plain.length; at++) {
    for (const { id, end, hasGaps: gaps } of reader.substringsAt(at)) {
      for (const { kind, length, namesOnly } of compiled.entries.get(id) ?? []) {
        if (gaps || kinds.has(kind) || (namesOnly && length < NAME_SUBSTRING_MIN_LENGTH)) continue;
        const [begin, wordEnd] = wordAround(cells, at);
        const before = cells.plain.slice(begin, at);
        const after = end < wordEnd ? cells.plain.slice(end, wordEnd) : restOfWord(cells, end);
        const whole = cells.plain.slice(begin, wordEnd);
        if (compiled.allowed.all.some((word) => whole.includes(word) && isCovered(whole, word, at - begin, end - begin))) continue;
        if (length >= NAME_SUBSTRING_MIN_LENGTH || (isNamePart(before) && isNamePart(after))) kinds.add(kind);
      }
    }
  }
  return kinds;
}

function restOfWord(cells: CharacterTable, end: number): string {
  const [, wordEnd] = wordAround(cells, end);
  return cells.plain.slice(end, wordEnd);
}

function isCovered(whole: string, word: string, from: number, to: number): boolean {
  for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1)) if (at <= from && at + word.length >= to) return true;
  return false;
}

function isNamePart(part: string): boolean {
  return part === '' || NAME_PARTS.has(part);
}
