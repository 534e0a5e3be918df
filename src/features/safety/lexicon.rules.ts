import {
  CATEGORIES_BY_SEVERITY,
  HELP_KINDS,
  SOFT_KINDS,
  type HelpKind,
  type ModerationCategory,
  type SoftKind,
  type WordList,
} from './filter/schema.ts';
import { normalizeText } from './characters.rules.ts';

// Compiles the word lists that moderators write into one trie and a set of phrases. `Kind` is what an entry may be of: a category of the
// filter, or a kind of help.

/** What an entry of the filter's lists stands for: why a text is refused, or what is only counted. */
export type EntryKind = ModerationCategory | SoftKind;
type ListKind = EntryKind | HelpKind;

/** One element of a phrase. */
export type PhraseElement =
  | { type: 'words'; ids: ReadonlySet<number>; optional: boolean }
  | { type: 'word' | 'number' | 'code' | 'handle' | 'colon' | 'end'; optional: boolean };

/** Several words that are blocked together. */
export type Phrase<Kind extends ListKind = ListKind> = {
  kind: Kind;
  namesOnly: boolean;
  elements: PhraseElement[];
  /** The phrase is fine if one of these words is anywhere in the text. */
  unless: ReadonlySet<number> | null;
  /** The phrase is fine right after one of these words. */
  unlessAfter: ReadonlySet<number> | null;
};

/** What one vocabulary id means as a single word. */
export type LexiconEntry<Kind extends ListKind = ListKind> = { kind: Kind; namesOnly: boolean; length: number; inside: boolean };

/** All lists, compiled for matching. */
export type Lexicon<Kind extends ListKind = ListKind> = {
  /** Transitions of the trie. Index: node times 26 plus letter; value: the next node, or 0. */
  transitions: Int32Array;
  /** Vocabulary ids that match at a node: as a whole word, and as the beginning of a word. */
  wordIds: (number[] | undefined)[];
  prefixIds: (number[] | undefined)[];
  /** Nodes where the prefixes of a Swahili verb end and its stem may follow. */
  isVerbPrefixEnd: Uint8Array;
  entries: Map<number, LexiconEntry<Kind>[]>;
  /** Phrases by each vocabulary id that may begin them. */
  phrases: Map<number, Phrase<Kind>[]>;
  /** Words for days and for real places: together they say that something is not about a game. Null if the lists define no such sets. */
  realMeeting: { days: ReadonlySet<number>; places: ReadonlySet<number> } | null;
  allowed: { words: Set<string>; prefixes: Set<string>; longest: number; all: string[] };
  /** Invalid lines, with the error for the moderator who wrote them. */
  faults: string[];
};

export const WORD_ROOT = 1;
export const SUBSTRING_ROOT = 2;
export const VERB_PREFIX_ROOT = 3;
export const VERB_STEM_ROOT = 4;

const ELEMENTS_MAX = 24;
const OPTIONAL_MAX = 20;
const SET_PATTERN = /^@[a-z]+:/;

const VERB_SUBJECTS = [
  'ni',
  'n',
  'u',
  'a',
  'tu',
  'm',
  'mw',
  'wa',
  'si',
  'hu',
  'ha',
  'hatu',
  'ham',
  'hawa',
  'i',
  'ki',
  'li',
  'ya',
  'zi',
  'wana',
];
const VERB_TENSES = [
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
const VERB_OBJECTS = ['', 'ni', 'ku', 'm', 'mw', 'tu', 'wa', 'ki', 'vi', 'i', 'li', 'zi', 'ji', 'ya'];
const VERB_ENDINGS = (
  'a e i wa we wi ana ane ea ee ia ie ewa ewe iwa iwe eana iana esha eshe isha ishe eshwa ishwa eka ika ani eni anga aga ako ja ' +
  'wani waga wanga ya yo wo aji'
).split(' ');

/** Before the stem of a verb that somebody does to the writer, or to the writer and others: who does it, and when. */
const DONE_BY = [
  'ana',
  'ali',
  'ame',
  'ata',
  'hu',
  'wana',
  'wali',
  'wame',
  'wata',
  'aka',
  'aki',
  'waki',
  'anapo',
  'asha',
  'washa',
  'ku',
  'm',
];
const DONE_TO = ['ni', 'tu'];
/** The first for stems of other languages: 'ananibully'. */
const DONE_ENDINGS = ['', 'a', 'nga', 'anga', 'e', 'ia', 'iwa'];

type LexiconBuilder = {
  transitions: number[];
  wordIds: (number[] | undefined)[];
  prefixIds: (number[] | undefined)[];
  verbPrefixEnds: number[];
  tokenIds: Map<string, number>;
  sets: Map<string, string[]>;
  lexicon: Pick<Lexicon, 'entries' | 'phrases' | 'allowed' | 'faults'>;
};

/** The word list of a file in the folder `wordlists`, by its name ('profanity.sw.txt'); null if the name is not that of a list. */
export function parseListFile(file: string, text: string): WordList | null {
  const [kind = '', middle = '', end] = file.split('.');
  if (end !== 'txt' && !(middle === 'txt' && end === undefined)) return null;
  if (!['allow', 'innocent', 'sets', ...CATEGORIES_BY_SEVERITY, ...HELP_KINDS, ...SOFT_KINDS].includes(kind)) return null;
  return { kind: kind as WordList['kind'], namesOnly: middle === 'names', text };
}

/** Compiles the lists. Skips invalid lines and reports them in `faults`. @param lists of these kinds, besides 'allow' and 'sets' */
export function buildLexicon<Kind extends ListKind>(lists: WordList[]): Lexicon<Kind> {
  const draft: LexiconBuilder = {
    transitions: Array<number>(26 * 5).fill(0),
    wordIds: [],
    prefixIds: [],
    verbPrefixEnds: [],
    tokenIds: new Map(),
    sets: new Map(),
    lexicon: {
      entries: new Map(),
      phrases: new Map(),
      allowed: { words: new Set(), prefixes: new Set(), longest: 0, all: [] },
      faults: [],
    },
  };
  addVerbPrefixes(draft);
  const lines = lists.flatMap((list) => parseLines(list.text).map((line) => ({ list, line })));
  for (const { line } of lines) if (SET_PATTERN.test(line)) addSet(draft, line);
  for (const { list, line } of lines) {
    if (SET_PATTERN.test(line)) continue;
    const error = list.kind === 'allow' ? addAllowed(draft, line) : list.kind === 'sets' ? 'is no set' : addLine(draft, list, line);
    if (error !== null) draft.lexicon.faults.push(`${list.kind}: '${line}' ${error}`);
  }
  const [days, places] = [resolveSet(draft, 'days'), resolveSet(draft, 'publicplace')];
  const isVerbPrefixEnd = new Uint8Array(draft.transitions.length / 26);
  for (const node of draft.verbPrefixEnds) isVerbPrefixEnd[node] = 1;
  return {
    transitions: Int32Array.from(draft.transitions),
    wordIds: draft.wordIds,
    prefixIds: draft.prefixIds,
    isVerbPrefixEnd,
    realMeeting: days && places ? { days, places } : null,
    ...(draft.lexicon as Pick<Lexicon<Kind>, 'entries' | 'phrases' | 'allowed' | 'faults'>),
  };
}

/** The error of one line, given these sets ('is too short'); null if it is valid. */
export function findLineError(list: WordList, sets: string[]): string | null {
  const before = `${list.kind}: '${list.text}' `;
  const error = buildLexicon([{ kind: 'sets', text: sets.join('\n') }, list]).faults.find((each) => each.startsWith(before));
  return error === undefined ? null : error.slice(before.length);
}

/** Returns whether a line defines or extends a set. Such a line may be in any list and applies to all lists. */
export function isSetDefinition(line: string): boolean {
  return SET_PATTERN.test(line);
}

/** The entries of a list, without remarks. */
export function parseLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter((line) => line !== '');
}

function addSet(draft: LexiconBuilder, line: string): void {
  const [name = '', words = ''] = line.slice(1).split(':', 2);
  const all = words.trim().split(/\s+/).filter(Boolean);
  draft.sets.set(name.trim(), [...(draft.sets.get(name.trim()) ?? []), ...all]);
}

function addAllowed(draft: LexiconBuilder, line: string): string | null {
  const { allowed } = draft.lexicon;
  for (const token of line.split(/\s+/)) {
    const word = toLetters(token);
    if (word.length < 2) return 'has no word';
    (token.endsWith('*') ? allowed.prefixes : allowed.words).add(word);
    allowed.longest = Math.max(allowed.longest, word.length);
    allowed.all.push(word);
  }
  return null;
}

function addLine(draft: LexiconBuilder, list: WordList, line: string): string | null {
  const kind = list.kind as ListKind;
  const namesOnly = list.namesOnly === true;
  const [before = '', exceptions = ''] = line.split(/\sunless\s/, 2);
  const tokens = before.trim().split(/\s+/);
  const words = exceptions.split(/\s+/).filter(Boolean);
  const mark = words.includes('after') ? words.indexOf('after') : words.length;
  const unless = resolveExceptions(draft, words.slice(0, mark));
  const unlessAfter = resolveExceptions(draft, words.slice(mark + 1));
  if (typeof unless === 'string') return unless;
  if (typeof unlessAfter === 'string') return unlessAfter;
  if (tokens.length === 1 && unless === null && unlessAfter === null && !line.includes('{')) {
    const ids = resolveTokens(draft, tokens);
    if (typeof ids === 'string') return ids;
    for (const [id, tokenInfo] of listTokenInfo(ids, draft)) {
      if (tokenInfo.length < 2) return 'is too short';
      const entry: LexiconEntry = { kind, namesOnly, length: tokenInfo.length, inside: tokenInfo.inside };
      draft.lexicon.entries.set(id, [...(draft.lexicon.entries.get(id) ?? []), entry]);
    }
    return null;
  }
  return addPhrase(draft, { kind, namesOnly, unless, unlessAfter }, tokens);
}

function resolveSet(draft: LexiconBuilder, name: string): ReadonlySet<number> | null {
  const ids = draft.sets.has(name) ? resolveTokens(draft, [`@${name}`]) : null;
  return typeof ids === 'string' ? null : ids;
}

function resolveExceptions(draft: LexiconBuilder, tokens: string[]): ReadonlySet<number> | string | null {
  return tokens.length === 0 ? null : resolveTokens(draft, tokens);
}

function addPhrase(draft: LexiconBuilder, head: Omit<Phrase, 'elements'>, tokens: string[]): string | null {
  const elements: PhraseElement[] = [];
  for (const token of tokens) {
    const optional = token.endsWith('?');
    const bareToken = optional ? token.slice(0, -1) : token;
    const specialType = /^\{(word|number|code|handle|colon|end)\}$/.exec(bareToken)?.[1] as 'word' | undefined;
    if (specialType !== undefined) {
      elements.push({ type: specialType, optional });
      continue;
    }
    const ids = resolveTokens(draft, [bareToken]);
    if (typeof ids === 'string') return ids;
    elements.push({ type: 'words', ids, optional });
  }
  const [first] = elements;
  if (first?.type !== 'words' || first.optional) return 'has to begin with a word';
  if (elements.length > ELEMENTS_MAX) return `has more than ${ELEMENTS_MAX} words`;
  if (elements.filter(({ optional }) => optional).length > OPTIONAL_MAX) return `has more than ${OPTIONAL_MAX} words that may be missing`;
  const phrase: Phrase = { ...head, elements };
  for (const id of first.ids) draft.lexicon.phrases.set(id, [...(draft.lexicon.phrases.get(id) ?? []), phrase]);
  return null;
}

/** The vocabulary ids of tokens: 'a|b', '@set', 'stem*', '*inside*', '~verb', '^verb'. @returns an error message as text if a token is invalid. */
function resolveTokens(draft: LexiconBuilder, tokens: string[]): ReadonlySet<number> | string {
  const ids = new Set<number>();
  const add = (token: string, depth: number): string | null => {
    for (const part of token.split('|')) {
      if (part.startsWith('@')) {
        const set = draft.sets.get(part.slice(1));
        if (set === undefined || depth > 3) return `names ${part}, which is no set`;
        for (const word of set) {
          const error = add(word, depth + 1);
          if (error !== null) return error;
        }
        continue;
      }
      if (toLetters(part) === '' || /\d/.test(part)) return `has '${part}', which is no word`;
      ids.add(getTokenId(draft, part));
    }
    return null;
  };
  for (const token of tokens) {
    const error = add(token, 0);
    if (error !== null) return error;
  }
  return ids;
}

function* listTokenInfo(ids: ReadonlySet<number>, draft: LexiconBuilder): Generator<[number, { length: number; inside: boolean }]> {
  for (const [token, id] of draft.tokenIds) {
    if (ids.has(id)) yield [id, { length: toLetters(token).length, inside: /^\*.*\*$/.test(token) }];
  }
}

function toLetters(token: string): string {
  return normalizeText(token).replace(/[^a-z]/g, '');
}

function getTokenId(draft: LexiconBuilder, token: string): number {
  const existingId = draft.tokenIds.get(token);
  if (existingId !== undefined) return existingId;
  const id = draft.tokenIds.size + 1;
  draft.tokenIds.set(token, id);
  const word = toLetters(token);
  if (token.startsWith('~')) {
    for (const ending of VERB_ENDINGS) addToNode(draft, VERB_STEM_ROOT, word + ending, draft.wordIds, id);
  } else if (token.startsWith('^')) {
    for (const by of DONE_BY)
      for (const to of DONE_TO) for (const ending of DONE_ENDINGS) addToNode(draft, WORD_ROOT, by + to + word + ending, draft.wordIds, id);
  } else if (token.startsWith('*') && token.endsWith('*')) {
    addToNode(draft, SUBSTRING_ROOT, word, draft.prefixIds, id);
    addToNode(draft, WORD_ROOT, word, draft.prefixIds, id);
  } else if (token.endsWith('*')) {
    addToNode(draft, WORD_ROOT, word, draft.prefixIds, id);
  } else {
    addToNode(draft, WORD_ROOT, word, draft.wordIds, id);
  }
  return id;
}

function addToNode(draft: LexiconBuilder, root: number, word: string, idsByNode: (number[] | undefined)[], id: number): void {
  const node = getOrCreateNode(draft, root, word);
  const ids = (idsByNode[node] ??= []);
  if (!ids.includes(id)) ids.push(id);
}

function getOrCreateNode(draft: LexiconBuilder, root: number, word: string): number {
  let node = root;
  for (let at = 0; at < word.length; at++) {
    const edge = node * 26 + word.charCodeAt(at) - 97;
    let child = draft.transitions[edge] as number;
    if (child === 0) {
      child = draft.transitions.length / 26;
      for (let letter = 0; letter < 26; letter++) draft.transitions.push(0);
      draft.transitions[edge] = child;
    }
    node = child;
  }
  return node;
}

function addVerbPrefixes(draft: LexiconBuilder): void {
  const prefixes = new Set<string>(['ku', 'kuji', ...VERB_OBJECTS.map((object) => `ku${object}`)]);
  for (const object of VERB_OBJECTS) {
    prefixes.add(object);
    for (const subject of VERB_SUBJECTS) for (const tense of VERB_TENSES) prefixes.add(subject + tense + object);
  }
  prefixes.delete('');
  for (const prefix of prefixes) draft.verbPrefixEnds.push(getOrCreateNode(draft, VERB_PREFIX_ROOT, prefix));
}
