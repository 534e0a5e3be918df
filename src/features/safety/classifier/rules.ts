import type { ModerationResult, WordList } from '../filter/schema.ts';
import { parseLines } from '../lexicon.rules.ts';
import { parseConcepts, type Concepts } from './concepts.rules.ts';
import { collectFeatures, createFeatureCollector, type FeatureCollector } from './features.rules.ts';
import { CLASSIFIER_KINDS, FEATURES_VERSION, type Classification, type ClassifierFile } from './schema.ts';
import { scoreFeatures, unpackWeights, type Weights } from './weights.rules.ts';
import { splitIntoWords } from './words.rules.ts';

// Judges a text as a whole, by what many labelled lines have in common: the lists find only what somebody has thought of. It is asked after
// the lists, which are quicker, found nothing.

/** A classifier in memory. Cache it: reading it takes a while. */
export type Classifier = {
  concepts: Concepts;
  harmful: Weights;
  kinds: Weights;
  threshold: number;
  /** Phrases that moderators call innocent, by their first word; the longest first. */
  innocent: ReadonlyMap<string, readonly (readonly string[])[]>;
  collector: FeatureCollector;
  scores: { harmful: Float64Array; kinds: Float64Array };
};

export const KIND_SHARE = 0.5;
/** A longer text is judged as a whole and in parts of so many words, each half over the next: else what stands around harm would hide it. */
const WINDOW_WORDS = 12;
/** Of fewer words it knows too little: 'face' and 'log in' are the lists' to judge. */
const WORDS_MIN = 3;
/** How many words an explanation names. */
const REASONS_MAX = 3;

/**
 * Reads a trained classifier.
 * @param lists the filter's lists: those of the kind 'innocent' are phrases that the classifier does not look at
 * @throws Error if it was trained with other features or for other kinds than ours
 */
export function loadClassifier(file: ClassifierFile, lists: readonly WordList[] = []): Classifier {
  if (file.featuresVersion !== FEATURES_VERSION || file.kindNames.join() !== CLASSIFIER_KINDS.join())
    throw new Error('the classifier has to be trained again: its features or kinds are not ours');
  const phrases = lists
    .filter(({ kind }) => kind === 'innocent')
    .flatMap(({ text }) => parseLines(text))
    .map((line) => withoutQuestionMarks(splitIntoWords(line)))
    .filter((words) => words.length > 0)
    .toSorted((one, other) => other.length - one.length);
  return {
    concepts: parseConcepts(file.concepts),
    harmful: unpackWeights(file.harmful),
    kinds: unpackWeights(file.kinds),
    threshold: file.threshold,
    innocent: Map.groupBy(phrases, ([first = '']) => first),
    collector: createFeatureCollector(),
    scores: { harmful: new Float64Array(1), kinds: new Float64Array(CLASSIFIER_KINDS.length) },
  };
}

/** Checks a text that the lists accept. @returns null if the classifier accepts it too */
export function classifyText(text: string, classifier: Classifier): ModerationResult {
  const { kind, isRefused } = classify(text, classifier);
  return isRefused ? { kind, isClassified: true } : null;
}

/** What the classifier thinks of a text, whether or not it refuses it. */
export function classify(text: string, classifier: Classifier): Classification {
  return findMostHarmful(withoutInnocent(splitIntoWords(text), classifier), classifier).found;
}

/** Why a text is refused: the words without which the classifier would find its most harmful part least harmful, the most telling first. */
export function explainText(text: string, classifier: Classifier): string[] {
  const { words } = findMostHarmful(withoutInnocent(splitIntoWords(text), classifier), classifier);
  return [...new Set(withoutQuestionMarks(words))]
    .map((word) => ({
      word,
      score: classifyWords(
        words.filter((each) => each !== word),
        classifier,
      ).score,
    }))
    .toSorted((one, other) => one.score - other.score)
    .slice(0, REASONS_MAX)
    .map(({ word }) => word);
}

/**
 * The whole text, and if it is long its parts. A part of which too little is known is left out, because it is never refused: its score must not
 * stand for the text.
 */
export function splitIntoWindows(words: readonly string[]): (readonly string[])[] {
  const windows = [words];
  for (let end = WINDOW_WORDS; words.length > WINDOW_WORDS; end += WINDOW_WORDS / 2) {
    const window = words.slice(end - WINDOW_WORDS, end);
    if (hasEnoughWords(window)) windows.push(window);
    if (end >= words.length) break;
  }
  return windows;
}

function findMostHarmful(words: readonly string[], classifier: Classifier): { words: readonly string[]; found: Classification } {
  const judged = splitIntoWindows(words).map((window) => ({ words: window, found: classifyWords(window, classifier) }));
  return judged.reduce((best, each) => (each.found.score > best.found.score ? each : best));
}

function classifyWords(words: readonly string[], { concepts, harmful, kinds, threshold, collector, scores }: Classifier): Classification {
  collectFeatures(words, concepts, collector);
  scoreFeatures(harmful, collector, scores.harmful);
  scoreFeatures(kinds, collector, scores.kinds);
  const best = findLargest(scores.kinds);
  const score = combineScores(scores.harmful[0] as number, scores.kinds[best] as number);
  const isRefused = hasEnoughWords(words) && score >= threshold;
  return { kind: CLASSIFIER_KINDS[best] as Classification['kind'], score, isRefused };
}

/**
 * One score of two: that a text is harmful, and that it is so in one certain way. The second makes advice and games less likely to be refused.
 * Its share was chosen by cross-validation.
 */
export function combineScores(harmful: number, kind: number): number {
  return harmful + KIND_SHARE * kind;
}

/** Whether a text is long enough to be judged. @param words of splitIntoWords */
export function hasEnoughWords(words: readonly string[]): boolean {
  return withoutQuestionMarks(words).length >= WORDS_MIN;
}

/** The position of the largest number. */
export function findLargest(numbers: ArrayLike<number>): number {
  let best = 0;
  for (let at = 1; at < numbers.length; at++) if ((numbers[at] as number) > (numbers[best] as number)) best = at;
  return best;
}

function withoutQuestionMarks(words: readonly string[]): string[] {
  return words.filter((word) => word !== '?');
}

/** Leaves out the phrases that moderators call innocent, whatever questions are in between. */
function withoutInnocent(words: readonly string[], { innocent }: Classifier): readonly string[] {
  if (innocent.size === 0) return words;
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const lengths = innocent.get(words[at] as string)?.map((phrase) => matchPhrase(words, at, phrase));
    const length = lengths?.find((each) => each > 0);
    if (length === undefined) kept.push(words[at] as string);
    else at += length - 1;
  }
  return kept;
}

/** How many words of a text, question marks included, are the phrase from this position on; 0 if it does not stand there. */
function matchPhrase(words: readonly string[], from: number, phrase: readonly string[]): number {
  let at = from;
  for (const word of phrase) {
    while (words[at] === '?') at++;
    if (words[at] !== word) return 0;
    at++;
  }
  return at - from;
}
