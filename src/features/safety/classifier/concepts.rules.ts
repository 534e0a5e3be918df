import { splitIntoWords } from './words.rules.ts';

// Groups of words with a meaning in common ('picture', 'selfie', 'picha'), so that the classifier understands a line with words that no
// training line has in this place. The groups are data: wordlists/classifier/concepts.txt, described in wordlists/README.md.

/** The groups, ready to be asked. */
export type Concepts = {
  /** Other spellings: 'ur' is read as 'your'. */
  spellings: ReadonlyMap<string, string>;
  words: ReadonlyMap<string, string>;
  /** Beginnings of words, the longest first. */
  beginnings: readonly (readonly [string, string])[];
  /** Stems of Swahili verbs. */
  stems: ReadonlyMap<string, string>;
};

/** Who does it, by the beginning of a Swahili verb. Long ones first, so that 'usi' is not read as 'u'. */
const SUBJECTS: readonly (readonly [string, string])[] = [
  ['nisi', 'i-not'],
  ['usi', 'do-not'],
  ['asi', 'he-not'],
  ['tusi', 'we-not'],
  ['msi', 'do-not'],
  ['wasi', 'they-not'],
  ['hatu', 'we-not'],
  ['hamu', 'you-not'],
  ['hawa', 'they-not'],
  ['kuto', 'not'],
  ['ni', 'me'],
  ['si', 'i-not'],
  ['hu', 'you'],
  ['ha', 'he-not'],
  ['u', 'you'],
  ['a', 'he'],
  ['tu', 'we'],
  ['mu', 'you'],
  ['mw', 'you'],
  ['m', 'you'],
  ['wa', 'they'],
  ['i', 'it'],
  ['ku', 'to'],
  ['', ''],
];
const TENSES = ['taka', 'mesha', 'ngali', 'nge', 'sha', 'na', 'li', 'ta', 'me', 'ki', 'ka', 'ja', 'to', ''];
const OBJECTS: readonly (readonly [string, string])[] = [
  ['ni', 'me'],
  ['ku', 'you'],
  ['mw', 'him'],
  ['m', 'him'],
  ['tu', 'us'],
  ['wa', 'them'],
  ['ji', 'self'],
  ['i', 'it'],
  ['ki', 'it'],
  ['li', 'it'],
  ['zi', 'it'],
  ['ya', 'it'],
  ['u', 'it'],
  ['', ''],
];
const ENDINGS = [
  'ishana',
  'iana',
  'eana',
  'ishia',
  'ieni',
  'isha',
  'esha',
  'ishe',
  'eshe',
  'anga',
  'iwa',
  'ewa',
  'ana',
  'eni',
  'ia',
  'ea',
  'wa',
  'ie',
  'ee',
  'ni',
  'e',
  'a',
  'i',
  '',
];
const VERB_LENGTH_MIN = 4;
const VERB_LENGTH_MAX = 24;
/** A beginning of at least this many letters says more about a word than a possible verb. */
const LONG_BEGINNING = 4;

/**
 * Reads the groups from the text of their file. The first group that names a word has it.
 * @throws Error if a member is no single word, as splitIntoWords reads it
 */
export function parseConcepts(text: string): Concepts {
  const spellings = new Map<string, string>();
  const words = new Map<string, string>();
  const beginnings = new Map<string, string>();
  const stems = new Map<string, string>();
  const add = (map: Map<string, string>, word: string, name: string) => void (map.has(word) || map.set(word, name));
  for (const line of text.split('\n')) {
    const [, sign, name = '', members = ''] = /^([@=])([a-z0-9-]+): (.*)$/.exec(line) ?? [];
    if (sign === undefined) continue;
    for (const member of members.trim().split(/\s+/)) {
      const word = readMember(member);
      if (sign === '=') add(spellings, word, name);
      else if (member.startsWith('~')) add(stems, word, name);
      else if (member.endsWith('*')) add(beginnings, word, name);
      else add(words, word, name);
    }
  }
  return { spellings, words, beginnings: [...beginnings].toSorted(([one], [other]) => other.length - one.length), stems };
}

/** A word as texts have it after splitIntoWords: '2nite' is 'znite', and an apostrophe is left out. */
function readMember(member: string): string {
  const [word = '', ...others] = splitIntoWords(member.replace(/^~|\*$/g, ''));
  if (!/^[a-z]/.test(word) || others.length > 0) throw new Error(`'${member}' is not one word`);
  return word;
}

/** The groups that a word is in: one; for a Swahili verb who does what to whom, in this order; none for a word that is in no group. */
export function findConcepts(word: string, { words, beginnings, stems }: Concepts): readonly string[] {
  const own = words.get(word);
  if (own !== undefined) return [own];
  if (word.charAt(0) === '0') return ['number'];
  const beginning = beginnings.find(([begin]) => word.startsWith(begin));
  if (beginning !== undefined && beginning[0].length >= LONG_BEGINNING) return [beginning[1]];
  return parseVerb(word, stems) ?? (beginning === undefined ? [] : [beginning[1]]);
}

/** Reads a Swahili verb: of all ways to do it, the one with the longest stem counts. */
function parseVerb(word: string, stems: ReadonlyMap<string, string>): string[] | null {
  if (word.length < VERB_LENGTH_MIN || word.length > VERB_LENGTH_MAX) return null;
  let best: string[] | null = null;
  let longest = 0;
  for (const [subject, who] of SUBJECTS) {
    if (!word.startsWith(subject)) continue;
    for (const tense of TENSES) {
      if (!word.startsWith(tense, subject.length)) continue;
      for (const [object, whom] of OBJECTS) {
        const from = subject.length + tense.length + object.length;
        if (from > word.length - 2 || !word.startsWith(object, subject.length + tense.length)) continue;
        for (const ending of ENDINGS) {
          // Only a tense without a subject is less likely than a stem that is a little shorter.
          const length = word.length - from - ending.length - (subject === '' && tense !== '' ? 0.5 : 0);
          if (length <= longest || !word.endsWith(ending)) continue;
          const group = stems.get(word.slice(from, word.length - ending.length));
          if (group === undefined) continue;
          longest = length;
          best = [who, tense === '' ? '' : `tense-${tense}`, whom, group].filter((part) => part !== '');
        }
      }
    }
  }
  return best;
}
