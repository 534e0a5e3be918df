import type { Kind, WordList } from '../filter/schema.ts';
import { KINDS } from '../filter/schema.ts';
import { plainOf } from '../letters/rules.ts';

// Word lists as moderators write them, made into one tree of letters and a set of phrases.

/** One place in a phrase. */
export type Element =
  | { is: 'words'; ids: ReadonlySet<number>; optional: boolean }
  | { is: 'word' | 'number' | 'code' | 'handle' | 'colon' | 'end'; optional: boolean };

/** Several words that are refused together. */
export type Phrase = { kind: Kind; namesOnly: boolean; elements: Element[]; unless: ReadonlySet<number> | null };

/** What one vocabulary number means when it stands alone. */
export type Entry = { kind: Kind; namesOnly: boolean; length: number; inside: boolean };

/** All lists in the form that texts are read with. */
export type Lexicon = {
  /** Node times 26 plus letter: the next node, or 0. */
  next: Int32Array;
  /** Vocabulary that a whole word matches here, and vocabulary that the beginning of a word matches here. */
  whole: (number[] | undefined)[];
  begins: (number[] | undefined)[];
  /** Nodes where a Swahili verb's prefixes end and its stem may follow. */
  stemFollows: Uint8Array;
  entries: Map<number, Entry[]>;
  /** Phrases by each vocabulary number that may begin them. */
  phrases: Map<number, Phrase[]>;
  allowed: { words: Set<string>; prefixes: Set<string>; longest: number; all: string[] };
  /** Lines that no list can have, for the moderator who wrote them. */
  faults: string[];
};

export const WORDS = 1;
export const INSIDES = 2;
export const VERB_PREFIXES = 3;
export const VERB_STEMS = 4;

const ELEMENTS_MAX = 12;
const OPTIONAL_MAX = 8;
const SET = /^@[a-z]+:/;

const SUBJECTS = ['ni', 'n', 'u', 'a', 'tu', 'm', 'mw', 'wa', 'si', 'hu', 'ha', 'hatu', 'ham', 'hawa', 'i', 'ki', 'li', 'ya', 'zi', 'wana'];
const TENSES = [
  'na',
  'li',
  'ta',
  'me',
  'ka',
  'ki',
  'nge',
  'ngali',
  'sha',
  'mesha',
  'ja',
  'taka',
  'naku',
  'meku',
  'liku',
  'takaku',
  'nata',
  '',
];
const OBJECTS = ['', 'ni', 'ku', 'm', 'mw', 'tu', 'wa', 'ki', 'vi', 'i', 'li', 'zi', 'ji', 'ya'];
const ENDINGS = (
  'a e i wa we wi ana ane ea ee ia ie ewa ewe iwa iwe eana iana esha eshe isha ishe eshwa ishwa eka ika ani eni anga aga ako ja ' +
  'wani waga wanga ya yo wo aji'
).split(' ');

type Draft = {
  next: number[];
  whole: (number[] | undefined)[];
  begins: (number[] | undefined)[];
  follows: number[];
  known: Map<string, number>;
  sets: Map<string, string[]>;
  lexicon: Pick<Lexicon, 'entries' | 'phrases' | 'allowed' | 'faults'>;
};

/** The list that a file of the folder `wordlists` holds, by its name ('profanity.sw.txt'); null where it is none. */
export function listOf(file: string, text: string): WordList | null {
  const [kind = '', middle = '', end] = file.split('.');
  if (end !== 'txt' && !(middle === 'txt' && end === undefined)) return null;
  if (kind !== 'allow' && kind !== 'sets' && !KINDS.some((one) => one === kind)) return null;
  return { kind: kind as WordList['kind'], namesOnly: middle === 'names', text };
}

/** Makes the lists ready for reading texts. A line that cannot be understood is left out and told in `faults`. */
export function lexiconOf(lists: WordList[]): Lexicon {
  const draft: Draft = {
    next: Array<number>(26 * 5).fill(0),
    whole: [],
    begins: [],
    follows: [],
    known: new Map(),
    sets: new Map(),
    lexicon: {
      entries: new Map(),
      phrases: new Map(),
      allowed: { words: new Set(), prefixes: new Set(), longest: 0, all: [] },
      faults: [],
    },
  };
  addVerbPrefixes(draft);
  const lines = lists.flatMap((list) => linesOf(list.text).map((line) => ({ list, line })));
  for (const { line } of lines) if (SET.test(line)) addSet(draft, line);
  for (const { list, line } of lines) {
    if (SET.test(line)) continue;
    const fault = list.kind === 'allow' ? addAllowed(draft, line) : list.kind === 'sets' ? 'is no set' : addLine(draft, list, line);
    if (fault !== null) draft.lexicon.faults.push(`${list.kind}: '${line}' ${fault}`);
  }
  const stemFollows = new Uint8Array(draft.next.length / 26);
  for (const node of draft.follows) stemFollows[node] = 1;
  return { next: Int32Array.from(draft.next), whole: draft.whole, begins: draft.begins, stemFollows, ...draft.lexicon };
}

/** What is wrong with one line for the filter, beside these sets ('is too short'); null where it is understood. */
export function faultOfLine(list: WordList, sets: string[]): string | null {
  const before = `${list.kind}: '${list.text}' `;
  const fault = lexiconOf([{ kind: 'sets', text: sets.join('\n') }, list]).faults.find((each) => each.startsWith(before));
  return fault === undefined ? null : fault.slice(before.length);
}

/** Whether a line defines a set, or adds to one; such a line may stand in any list, and holds for all. */
export function isSet(line: string): boolean {
  return SET.test(line);
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter((line) => line !== '');
}

function addSet(draft: Draft, line: string): void {
  const [name = '', words = ''] = line.slice(1).split(':', 2);
  const all = words.trim().split(/\s+/).filter(Boolean);
  draft.sets.set(name.trim(), [...(draft.sets.get(name.trim()) ?? []), ...all]);
}

function addAllowed(draft: Draft, line: string): string | null {
  const { allowed } = draft.lexicon;
  for (const token of line.split(/\s+/)) {
    const word = lettersOf(token);
    if (word.length < 2) return 'has no word';
    (token.endsWith('*') ? allowed.prefixes : allowed.words).add(word);
    allowed.longest = Math.max(allowed.longest, word.length);
    allowed.all.push(word);
  }
  return null;
}

function addLine(draft: Draft, list: WordList, line: string): string | null {
  const kind = list.kind as Kind;
  const namesOnly = list.namesOnly === true;
  const [before = '', after] = line.split(/\sunless\s/, 2);
  const tokens = before.trim().split(/\s+/);
  const unless = after === undefined ? null : vocabulary(draft, after.trim().split(/\s+/));
  if (typeof unless === 'string') return unless;
  if (tokens.length === 1 && unless === null && !line.includes('{')) {
    const ids = vocabulary(draft, tokens);
    if (typeof ids === 'string') return ids;
    for (const [id, mark] of marksOf(ids, draft)) {
      if (mark.length < 2) return 'is too short';
      const entry: Entry = { kind, namesOnly, length: mark.length, inside: mark.inside };
      draft.lexicon.entries.set(id, [...(draft.lexicon.entries.get(id) ?? []), entry]);
    }
    return null;
  }
  return addPhrase(draft, { kind, namesOnly, unless }, tokens);
}

function addPhrase(draft: Draft, head: Pick<Phrase, 'kind' | 'namesOnly' | 'unless'>, tokens: string[]): string | null {
  const elements: Element[] = [];
  for (const token of tokens) {
    const optional = token.endsWith('?');
    const bare = optional ? token.slice(0, -1) : token;
    const special = /^\{(word|number|code|handle|colon|end)\}$/.exec(bare)?.[1] as 'word' | undefined;
    if (special !== undefined) {
      elements.push({ is: special, optional });
      continue;
    }
    const ids = vocabulary(draft, [bare]);
    if (typeof ids === 'string') return ids;
    elements.push({ is: 'words', ids, optional });
  }
  const [first] = elements;
  if (first?.is !== 'words' || first.optional) return 'has to begin with a word';
  if (elements.length > ELEMENTS_MAX) return `has more than ${ELEMENTS_MAX} words`;
  if (elements.filter(({ optional }) => optional).length > OPTIONAL_MAX) return `has more than ${OPTIONAL_MAX} words that may be missing`;
  const phrase: Phrase = { ...head, elements };
  for (const id of first.ids) draft.lexicon.phrases.set(id, [...(draft.lexicon.phrases.get(id) ?? []), phrase]);
  return null;
}

/** The vocabulary that tokens stand for: 'a|b', '@set', 'stem*', '*inside*', '~verb'. @returns a fault as text. */
function vocabulary(draft: Draft, tokens: string[]): ReadonlySet<number> | string {
  const ids = new Set<number>();
  const add = (token: string, depth: number): string | null => {
    for (const part of token.split('|')) {
      if (part.startsWith('@')) {
        const set = draft.sets.get(part.slice(1));
        if (set === undefined || depth > 3) return `names ${part}, which is no set`;
        for (const word of set) {
          const fault = add(word, depth + 1);
          if (fault !== null) return fault;
        }
        continue;
      }
      if (lettersOf(part) === '' || /\d/.test(part)) return `has '${part}', which is no word`;
      ids.add(idOf(draft, part));
    }
    return null;
  };
  for (const token of tokens) {
    const fault = add(token, 0);
    if (fault !== null) return fault;
  }
  return ids;
}

function* marksOf(ids: ReadonlySet<number>, draft: Draft): Generator<[number, { length: number; inside: boolean }]> {
  for (const [token, id] of draft.known) {
    if (ids.has(id)) yield [id, { length: lettersOf(token).length, inside: /^\*.*\*$/.test(token) }];
  }
}

function lettersOf(token: string): string {
  return plainOf(token).replace(/[^a-z]/g, '');
}

function idOf(draft: Draft, token: string): number {
  const old = draft.known.get(token);
  if (old !== undefined) return old;
  const id = draft.known.size + 1;
  draft.known.set(token, id);
  const word = lettersOf(token);
  if (token.startsWith('~')) {
    for (const ending of ENDINGS) put(draft, VERB_STEMS, word + ending, draft.whole, id);
  } else if (token.startsWith('*') && token.endsWith('*')) {
    put(draft, INSIDES, word, draft.begins, id);
    put(draft, WORDS, word, draft.begins, id);
  } else if (token.endsWith('*')) {
    put(draft, WORDS, word, draft.begins, id);
  } else {
    put(draft, WORDS, word, draft.whole, id);
  }
  return id;
}

function put(draft: Draft, root: number, word: string, where: (number[] | undefined)[], id: number): void {
  const node = nodeOf(draft, root, word);
  const ids = (where[node] ??= []);
  if (!ids.includes(id)) ids.push(id);
}

function nodeOf(draft: Draft, root: number, word: string): number {
  let node = root;
  for (let at = 0; at < word.length; at++) {
    const edge = node * 26 + word.charCodeAt(at) - 97;
    let child = draft.next[edge] as number;
    if (child === 0) {
      child = draft.next.length / 26;
      for (let letter = 0; letter < 26; letter++) draft.next.push(0);
      draft.next[edge] = child;
    }
    node = child;
  }
  return node;
}

function addVerbPrefixes(draft: Draft): void {
  const prefixes = new Set<string>(['ku', 'kuji', ...OBJECTS.map((object) => `ku${object}`)]);
  for (const object of OBJECTS) {
    prefixes.add(object);
    for (const subject of SUBJECTS) for (const tense of TENSES) prefixes.add(subject + tense + object);
  }
  prefixes.delete('');
  for (const prefix of prefixes) draft.follows.push(nodeOf(draft, VERB_PREFIXES, prefix));
}
