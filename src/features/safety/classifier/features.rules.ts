import { findConcepts, type Concepts } from './concepts.rules.ts';

// Turns the words of a text into features: numbers that stand for a word, for words near each other, for pieces of words, and for the
// groups of meaning that words are in. The number is a hash, so that no list of features is needed.

/** Hashes have this many bits. */
export const HASH_BITS = 20;
const HASH_MASK = (1 << HASH_BITS) - 1;
/** Pieces of words, in letters. */
const PIECE_MIN = 3;
const PIECE_MAX = 5;
/** How far apart two groups of meaning may be to make a feature. */
const CONCEPT_DISTANCE_MAX = 4;
/** More different groups than this are not combined with each other: a text that names everything says nothing. */
const CONCEPTS_COMBINED_MAX = 40;
/** What a feature is: a part of its hash. */
const WORD = 1;
const WORD_PAIR = 2;
const WORD_TRIPLE = 3;
const WORD_SKIPPED = 4;
const PIECE = 5;
const CONCEPT = 6;
const CONCEPT_PAIR = 7;
const CONCEPT_SKIPPED = 8;
const CONCEPT_TRIPLE = 9;
const TOGETHER = 10;
const CONCEPT_WORD = 11;
const WORD_CONCEPT = 12;
const SKELETON = 13;
const SKELETON_PAIR = 14;
const SKELETON_SKIPPED = 15;

/** Collects the features of one text after the other, each feature once. It is reused, so that a text costs no new tables. */
export type FeatureCollector = {
  /** The features of the latest text, and how many of them there are. */
  found: Uint32Array;
  count: number;
  /** The text in which a feature was last seen. */
  seen: Uint32Array;
  text: number;
};

/** Creates a collector. */
export function createFeatureCollector(): FeatureCollector {
  return { found: new Uint32Array(1 << 14), count: 0, seen: new Uint32Array(1 << HASH_BITS), text: 0 };
}

/** Collects the features of a text. @param words of splitIntoWords */
export function collectFeatures(words: readonly string[], concepts: Concepts, into: FeatureCollector): void {
  into.count = 0;
  into.text++;
  const spelled = words.map((word) => concepts.spellings.get(word) ?? word);
  const groups = spelled.map((word) => findConcepts(word, concepts));
  collectWords(spelled, into);
  for (const word of spelled) collectPieces(word, into);
  collectSkeletons(spelled, into);
  collectConcepts(groups, into);
  collectConceptsBesideWords(
    spelled.map(hashText),
    groups.map((own) => (own.length === 0 ? 0 : hashText(own.join(' ')))),
    into,
  );
}

function collectWords(words: readonly string[], into: FeatureCollector): void {
  const all = ['^', ...words, '$'].map(hashText);
  for (let at = 0; at < all.length; at++) {
    const [one = 0, two, three] = [all[at], all[at + 1], all[at + 2]];
    add(into, WORD, one);
    if (two === undefined) continue;
    add(into, WORD_PAIR, one, two);
    if (three === undefined) continue;
    add(into, WORD_TRIPLE, one, two, three);
    add(into, WORD_SKIPPED, one, three);
  }
}

function collectPieces(word: string, into: FeatureCollector): void {
  const bounded = `<${word}>`;
  for (let from = 0; from < bounded.length; from++) {
    let hash = HASH_START;
    for (let at = from; at < Math.min(bounded.length, from + PIECE_MAX); at++) {
      hash = Math.imul(hash ^ bounded.charCodeAt(at), HASH_PRIME);
      if (at - from + 1 >= PIECE_MIN) add(into, PIECE, hash);
    }
  }
}

/** 'snd' and 'send' have the same skeleton: the first letter, and the consonants after it. */
function collectSkeletons(words: readonly string[], into: FeatureCollector): void {
  const bare = words.map(
    (word) =>
      word.charAt(0) +
      word
        .slice(1)
        .replace(/[aeiou]/g, '')
        .replace(/(.)\1+/g, '$1'),
  );
  const all = ['^', ...bare, '$'].map(hashText);
  for (let at = 0; at < all.length; at++) {
    const [one = 0, two, three] = [all[at], all[at + 1], all[at + 2]];
    add(into, SKELETON, one);
    if (two !== undefined) add(into, SKELETON_PAIR, one, two);
    if (three !== undefined) add(into, SKELETON_SKIPPED, one, three);
  }
}

function collectConcepts(groups: readonly (readonly string[])[], into: FeatureCollector): void {
  const all = ['^', ...groups.flat(), '$'].map(hashText);
  for (let at = 0; at < all.length; at++) {
    const one = all[at] as number;
    add(into, CONCEPT, one);
    for (let far = 1; far <= CONCEPT_DISTANCE_MAX && at + far < all.length; far++)
      add(into, far === 1 ? CONCEPT_PAIR : CONCEPT_SKIPPED, one, all[at + far]);
    if (at + 2 < all.length) add(into, CONCEPT_TRIPLE, one, all[at + 1], all[at + 2]);
  }
  const different = [...new Set(all)].slice(0, CONCEPTS_COMBINED_MAX).toSorted((one, other) => one - other);
  for (let at = 0; at < different.length; at++)
    for (let next = at + 1; next < different.length; next++) add(into, TOGETHER, different[at] as number, different[next]);
}

/** A word with the group of a neighbour, one or two words away. @param groups zero for a word without one */
function collectConceptsBesideWords(words: readonly number[], groups: readonly number[], into: FeatureCollector): void {
  for (let at = 0; at < words.length; at++) {
    for (let next = at + 1; next <= at + 2 && next < words.length; next++) {
      if (groups[at] !== 0) add(into, CONCEPT_WORD, groups[at] as number, words[next]);
      if (groups[next] !== 0) add(into, WORD_CONCEPT, words[at] as number, groups[next]);
    }
  }
}

const HASH_START = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;

/** FNV-1a. */
function hashText(text: string): number {
  let hash = HASH_START;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_PRIME);
  return hash;
}

function add(into: FeatureCollector, type: number, one: number, two = 0, three = 0): void {
  let hash = Math.imul(one ^ Math.imul(type, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(two, 0xc2b2ae35), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.imul(three, 0x27d4eb2f), 0x297a2d39);
  const feature = (hash ^ (hash >>> 16)) & HASH_MASK;
  if (into.seen[feature] === into.text || into.count >= into.found.length) return;
  into.seen[feature] = into.text;
  into.found[into.count++] = feature;
}
