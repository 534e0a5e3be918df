/** One line of a synonym file: what people type (words or short phrases, with commas), and the words of titles and tags that they mean. */
export type SynonymEntry = { typed: string; finds: string };

/** The synonyms of one search, by what is typed. */
export type SynonymIndex = {
  /** A typed word or phrase -> the words that it stands for. */
  finds: ReadonlyMap<string, readonly string[]>;
  /** Number of words of the longest phrase. */
  phraseWordsMax: number;
};

/** A part of a query that is searched for as one. */
export type SearchTerm = {
  /** The typed word; null for a phrase that only its synonyms stand for. */
  word: string | null;
  /** Other words that mean the same: synonyms, and singular or plural forms. */
  synonyms: string[];
};
