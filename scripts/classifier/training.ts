import { createHash } from 'node:crypto';
import { parseConcepts, type Concepts } from '../../src/features/safety/classifier/concepts.rules.ts';
import { collectFeatures, createFeatureCollector, HASH_BITS } from '../../src/features/safety/classifier/features.rules.ts';
import { combineScores, findLargest, hasEnoughWords, KIND_SHARE, splitIntoWindows } from '../../src/features/safety/classifier/rules.ts';
import { CLASSIFIER_KINDS, FEATURES_VERSION, type ClassifierFile } from '../../src/features/safety/classifier/schema.ts';
import { packWeights } from '../../src/features/safety/classifier/weights.rules.ts';
import { splitIntoWords } from '../../src/features/safety/classifier/words.rules.ts';
import { createRandom } from '../random.ts';
import { cutIntoParts, misspell, surround } from './augmentation.ts';
import { scoreExample, trainRegression, type Example, type Regression } from './regression.ts';
import type { TrainingLine } from './training-lines.ts';

// Trains the classifier: one regression that tells harmful lines from others, and one for each kind that tells it from everything else.

/** A line with the features of itself, of its variants, and of the parts in which it is judged. */
export type PreparedLine = TrainingLine & { features: Uint32Array; variants: Uint32Array[]; windows: Uint32Array[] };
/** What is trained, before it is packed. */
export type Trained = { harmful: Regression; kinds: Regression[]; known: { harmful: Uint8Array; kinds: Uint8Array } };
/** What a trained classifier says of a line. */
export type LineScore = { kind: number; score: number };

/** How many training lines must have a feature. Those of fewer say nothing about other authors, and would make the file large. */
export type LeastLines = { harmful: number; kinds: number };
export const LEAST_LINES: LeastLines = { harmful: 3, kinds: 20 };
/** The most of the innocent lines that may be refused, and of those that look like harm: this decides the threshold. */
export const REFUSED_MAX = { innocent: 0.005, 'hard-innocent': 0.03 };
const ROUNDS = { harmful: 4, kinds: 5 };
/** Of every so many lines the hash contains the features too: it changes with the code that finds them. */
const HASHED_EVERY = 50;

/**
 * Finds the features of lines and of their variants: misspelled, with chatter around, and of innocent lines their parts, and two in a row. Both
 * are by one author, so that whoever leaves an author out leaves out all of them.
 */
export function prepareLines(lines: readonly TrainingLine[], concepts: Concepts): PreparedLine[] {
  const collector = createFeatureCollector();
  const findOfWords = (words: readonly string[]) => {
    collectFeatures(words, concepts, collector);
    return collector.found.slice(0, collector.count);
  };
  const find = (text: string) => findOfWords(splitIntoWords(text));
  const accepted = Map.groupBy(
    lines.filter(({ harm }) => harm === null),
    ({ author }) => author,
  );
  return lines.map((line, at) => {
    const random = createRandom(at);
    const variants = [misspell(line.text, random), surround(line.text, random)];
    const others = accepted.get(line.author) ?? [];
    // Otherwise a text would be refused because it is long.
    if (line.harm === null) variants.push(`${line.text} ${others[Math.floor(random() * others.length)]?.text}`, ...cutIntoParts(line.text));
    const windows = splitIntoWindows(splitIntoWords(line.text)).filter(hasEnoughWords);
    return { ...line, features: find(line.text), variants: variants.map(find), windows: windows.map(findOfWords) };
  });
}

/** Trains from prepared lines. */
export function trainFrom(lines: readonly PreparedLine[], least: LeastLines = LEAST_LINES): Trained {
  const counts = new Uint16Array(1 << HASH_BITS);
  for (const { features } of lines) for (const feature of features) counts[feature] = (counts[feature] as number) + 1;
  const known = {
    harmful: Uint8Array.from(counts, (count) => Number(count >= least.harmful)),
    kinds: Uint8Array.from(counts, (count) => Number(count >= least.kinds)),
  };
  const harmful = trainRegression(
    lines.flatMap(({ harm, features, variants }) =>
      [features, ...variants].map((each): Example => ({ features: keepKnown(each, known.harmful), isPositive: harm !== null })),
    ),
    ROUNDS.harmful,
  );
  const ofKinds = lines.map(({ features }) => keepKnown(features, known.kinds));
  const kinds = CLASSIFIER_KINDS.map((kind) =>
    trainRegression(
      ofKinds.map((features, at): Example => ({ features, isPositive: lines[at]?.harm === kind })),
      ROUNDS.kinds,
    ),
  );
  return { harmful, kinds, known };
}

/** What a trained classifier says of a line: of its most harmful part. */
export function scoreLine(trained: Trained, { windows }: PreparedLine): LineScore {
  const none: LineScore = { kind: 0, score: -Infinity };
  return windows.map((window) => scoreFeatures(trained, window)).reduce((best, each) => (each.score > best.score ? each : best), none);
}

function scoreFeatures({ harmful, kinds, known }: Trained, features: Uint32Array): LineScore {
  const ofKinds = keepKnown(features, known.kinds);
  const scores = kinds.map((each) => scoreExample(each, ofKinds));
  const kind = findLargest(scores);
  return { kind, score: combineScores(scoreExample(harmful, keepKnown(features, known.harmful)), scores[kind] as number) };
}

/** Trains the classifier that is stored. @param concepts the text of wordlists/classifier/concepts.txt */
export function trainClassifier(
  lines: readonly TrainingLine[],
  concepts: string,
  threshold: number,
  least: LeastLines = LEAST_LINES,
): ClassifierFile {
  const { harmful, kinds, known } = trainFrom(prepareLines(lines, parseConcepts(concepts)), least);
  const pack = (regressions: readonly Regression[], isKnown: Uint8Array) => {
    const features = [...isKnown.keys()].filter((feature) => isKnown[feature] === 1);
    const weights = regressions.map((each) => features.map((feature) => each.weights[feature] as number));
    return packWeights(
      features,
      weights,
      regressions.map(({ bias }) => bias),
    );
  };
  return {
    featuresVersion: FEATURES_VERSION,
    trainedFrom: hashTraining(lines, concepts),
    threshold,
    kindNames: [...CLASSIFIER_KINDS],
    concepts,
    harmful: pack([harmful], known.harmful),
    kinds: pack(kinds, known.kinds),
  };
}

/**
 * The hash of all that a classifier and its threshold are made from: lines, groups of words, kinds, settings, and the features that the code
 * finds, also of the parts in which lines are judged.
 */
export function hashTraining(lines: readonly TrainingLine[], concepts: string): string {
  const hash = createHash('sha256').update(
    JSON.stringify([FEATURES_VERSION, CLASSIFIER_KINDS, KIND_SHARE, LEAST_LINES, ROUNDS, REFUSED_MAX, concepts]),
  );
  for (const { label, text, author } of lines) hash.update(`${label}\t${text}\t${author}\n`);
  const sample = lines.filter((_, at) => at % HASHED_EVERY === 0);
  for (const { features, variants, windows } of prepareLines(sample, parseConcepts(concepts)))
    for (const each of [features, ...variants, ...windows]) hash.update(each);
  return hash.digest('hex');
}

function keepKnown(features: Uint32Array, isKnown: Uint8Array): Uint32Array {
  return features.filter((feature) => isKnown[feature] === 1);
}
