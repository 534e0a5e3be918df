import type { ModerationCategory } from '../filter/schema.ts';

/** Changes whenever the same text gives other features: a file that was trained with others is not used. */
export const FEATURES_VERSION = 2;

/** What the classifier refuses texts as. Other kinds, such as swear words and phone numbers, are the lists' alone. */
export const CLASSIFIER_KINDS = [
  'pictures',
  'secrecy',
  'grooming',
  'private-place',
  'credentials',
  'whereabouts',
  'blackmail',
  'bullying',
  'threat',
  'address',
  'handle',
] as const satisfies readonly ModerationCategory[];
export type ClassifierKind = (typeof CLASSIFIER_KINDS)[number];

/**
 * Weights of features, as stored: the known features in ascending order, as the steps between them, and a byte for each feature and output,
 * both compressed and in base64.
 */
export type StoredWeights = { features: string; weights: string; scales: number[]; biases: number[] };

/** A trained classifier as it is stored, in `wordlists/classifier/model.json`. */
export type ClassifierFile = {
  featuresVersion: number;
  /** The hash of all that it was trained from. */
  trainedFrom: string;
  /** The least score at which a text is refused. */
  threshold: number;
  /** CLASSIFIER_KINDS when it was trained. */
  kindNames: string[];
  /** The groups of words, as wordlists/classifier/concepts.txt has them. */
  concepts: string;
  /** One output: whether a text is harmful. */
  harmful: StoredWeights;
  /** One output for each of CLASSIFIER_KINDS. */
  kinds: StoredWeights;
};

/** What the classifier thinks of a text. */
export type Classification = {
  /** The kind that the text has most of. */
  kind: ClassifierKind;
  /** How much the text looks like harm. */
  score: number;
  isRefused: boolean;
};
