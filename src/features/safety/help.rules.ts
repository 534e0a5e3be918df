import { normalizeText, SEPARATOR, toCharacterTable } from './characters.rules.ts';
import { HELP_KINDS, type HelpKind, type HelpSigns, type StepCounter, type TextRange, type WordList } from './filter/schema.ts';
import { buildLexicon, type Lexicon } from './lexicon.rules.ts';
import { containsAny, findPhraseEnd, isAfter, type WordsInText } from './phrases.rules.ts';
import { createWordMatcher } from './word-matcher.rules.ts';

// Finds who asks for help. It uses the same form of lists as the filter, in a lexicon of its own: what it finds is never refused.

/** The compiled lists of the help kinds. Cache them: compiling takes a while. */
export type HelpLists = Lexicon<HelpKind>;

/**
 * How much work a text may be, in steps for each of its characters: beyond that, what was found until then counts. Of 13,600 labelled texts
 * none needs more than 22.
 */
const STEPS_PER_CHARACTER = 40;
/** Also for the shortest texts. */
const STEPS_MIN = 4_000;

/** Compiles the lists of the help kinds, with the sets of all. Their errors are in the `faults` of the result. */
export function compileHelpLists(lists: WordList[]): HelpLists {
  return buildLexicon<HelpKind>(lists.filter(({ kind }) => kind === 'sets' || HELP_KINDS.some((each) => each === kind)));
}

/** Whether the author of a text asks for help, or tells that a child is harmed; null if not. */
export function findHelp(text: string, compiled: HelpLists, meter: StepCounter = { steps: 0 }): HelpSigns | null {
  const plain = normalizeText(text);
  const cells = toCharacterTable(plain);
  const stepsMax = meter.steps + Math.max(STEPS_MIN, STEPS_PER_CHARACTER * plain.length);
  const reader = createWordMatcher(cells, compiled, meter, stepsMax);
  const cache: WordsInText = new Map();
  const kinds = new Set<HelpKind>();
  const ranges: TextRange[] = [];
  for (let at = 0; at < plain.length && meter.steps <= stepsMax; at++) {
    if (cells.types[at] === SEPARATOR) continue;
    for (const { id, end } of reader.wordsAt(at)) {
      for (const { kind } of compiled.entries.get(id) ?? []) {
        kinds.add(kind);
        ranges.push({ from: at, to: end });
      }
      for (const phrase of compiled.phrases.get(id) ?? []) {
        if (++meter.steps > stepsMax) break;
        const phraseEnd = findPhraseEnd(phrase, reader, at);
        if (phraseEnd === null) continue;
        if (phrase.unless !== null && containsAny(phrase.unless, reader, cache)) continue;
        if (isAfter(phrase.unlessAfter, reader, at)) continue;
        kinds.add(phrase.kind);
        ranges.push({ from: at, to: phraseEnd });
      }
    }
  }
  return kinds.size === 0 ? null : { kinds: HELP_KINDS.filter((kind) => kinds.has(kind)), ranges };
}
