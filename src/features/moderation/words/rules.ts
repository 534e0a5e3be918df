import type { WordList } from '../../safety/filter/schema.ts';
import { isSetDefinition, parseListFile } from '../../safety/lexicon.rules.ts';
import { ENTRY_MAX, type EntryState, type EntryView, type WordListView, type WordFilters } from './schema.ts';

/** Entries per page, and log entries shown. */
export const ENTRIES_PAGE_SIZE = 50;
export const LOG_MAX = 20;
/** Ordinary sentences and names that a warning shows. */
export const FALSE_POSITIVES_MAX = 5;

/** The shipped lists, and the changes by moderators. */
export type StoredLists = {
  lists: { name: string; text: string }[];
  changes: { list: string; entry: string; is_enabled: boolean }[];
};

/** An entry and its position, which stays the same when entries are added after it. */
export type PositionedEntry = EntryView & { position: number };

/** Entries that moderators added come after all shipped ones. */
const ADDED_ENTRIES_OFFSET = 1_000_000;

/** All entries of all lists, active and removed, in the order of the lists. Skips comment lines. */
export function getEntries({ lists, changes }: StoredLists): PositionedEntry[] {
  const byList = Map.groupBy(changes, (change) => change.list);
  return lists
    .filter(({ name, text }) => parseListFile(name, text) !== null)
    .flatMap(({ name: list, text }) => {
      const changesByEntry = new Map((byList.get(list) ?? []).map((change) => [change.entry, change.is_enabled]));
      const entriesByText = new Map<string, PositionedEntry>();
      for (const [position, line] of text.split('\n').entries()) {
        const entry = line.trim();
        if (entry === '' || entry.startsWith('#') || entriesByText.has(entry)) continue;
        entriesByText.set(entry, { list, entry, state: changesByEntry.get(entry) === false ? 'taken' : 'shipped', position });
      }
      const added = [...changesByEntry].filter(([entry]) => !entriesByText.has(entry)).toSorted(([one], [other]) => (one < other ? -1 : 1));
      for (const [index, [entry, isOn]] of added.entries())
        entriesByText.set(entry, { list, entry, state: isOn ? 'added' : 'taken', position: ADDED_ENTRIES_OFFSET + index });
      return [...entriesByText.values()];
    });
}

/** Returns whether the filter uses an entry now. */
export function isActive({ state }: { state: EntryState }): boolean {
  return state !== 'taken';
}

/** The lists as the filter reads them. */
export function toWordLists(entries: EntryView[]): WordList[] {
  return [...Map.groupBy(entries.filter(isActive), (one) => one.list)].flatMap(([name, own]) => {
    return parseListFile(name, own.map(({ entry }) => entry).join('\n')) ?? [];
  });
}

/** The set definitions that entries of all lists may refer to. */
export function getSetDefinitions(entries: EntryView[]): string[] {
  return entries.filter((one) => isActive(one) && isSetDefinition(one.entry)).map(({ entry }) => entry);
}

/** The lists with the number of their active entries. */
export function toListViews({ lists }: StoredLists, entries: EntryView[]): WordListView[] {
  const activeEntriesByList = Map.groupBy(entries.filter(isActive), (one) => one.list);
  return lists.flatMap(({ name }) => {
    const list = parseListFile(name, '');
    return list === null
      ? []
      : [{ name, kind: list.kind, language: getListLanguage(name), count: activeEntriesByList.get(name)?.length ?? 0 }];
  });
}

/** 'sw' for 'profanity.sw.txt'; null for a list that applies to all languages. */
export function getListLanguage(list: string): string | null {
  const [, middle = 'txt'] = list.split('.');
  return middle === 'txt' ? null : middle;
}

/** Returns whether an entry matches the filters. */
export function matchesFilters({ list, entry, state }: EntryView, filters: WordFilters): boolean {
  if (filters.list !== null && list !== filters.list) return false;
  if (filters.show !== 'all' && state !== filters.show) return false;
  return entry.toLowerCase().includes(filters.q.toLowerCase());
}

/** One page of entries after a cursor. */
export function paginate<T extends { list: string; position: number }>(
  entries: T[],
  after: { list: string; position: number } | null,
): { shown: T[]; next: T | null } {
  const isAfterCursor = (one: T) => after === null || one.list > after.list || (one.list === after.list && one.position > after.position);
  const rest = entries.toSorted((one, other) => comparePositions(one, other)).filter(isAfterCursor);
  return { shown: rest.slice(0, ENTRIES_PAGE_SIZE), next: rest.length > ENTRIES_PAGE_SIZE ? (rest[ENTRIES_PAGE_SIZE - 1] ?? null) : null };
}

function comparePositions(one: { list: string; position: number }, other: { list: string; position: number }): number {
  return one.list === other.list ? one.position - other.position : one.list < other.list ? -1 : 1;
}

/** An entry as it is stored: the filter ignores case and repeated spaces. */
export function normalizeEntry(text: string): string {
  return text.normalize('NFC').trim().replace(/ +/g, ' ').toLowerCase();
}

/** What is wrong with an entry, and with which part. */
export type EntryError = {
  type:
    | 'empty'
    | 'long'
    | 'broken'
    | 'comment'
    | 'not-a-set'
    | 'empty-set'
    | 'one-word'
    | 'placeholder'
    | 'end'
    | 'star'
    | 'part'
    | 'unless'
    | 'optional-first';
  part: string;
};

const LETTERS = String.raw`\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*`;
const WORD = new RegExp(String.raw`^(?:[~^]?${LETTERS}|${LETTERS}\*|\*${LETTERS}\*|@[a-z]+)$`, 'u');
const ALLOWED = new RegExp(String.raw`^${LETTERS}\*?$`, 'u');
const WORD_OR_NUMBER = new RegExp(String.raw`^(?:${LETTERS}|\d+)$`, 'u');
const PLACEHOLDER = /^\{(?:word|number|code|handle|colon|end)\}$/;
const SET_LINE = /^@[a-z]+:(.*)$/;

/**
 * Validates the syntax of a new entry (see wordlists/README.md).
 * @returns null if it is valid. Only the filter itself can find other errors, such as an undefined set.
 */
export function validateEntry(kind: WordList['kind'], entry: string): EntryError | null {
  if (entry === '') return { type: 'empty', part: '' };
  if (entry.length > ENTRY_MAX) return { type: 'long', part: '' };
  if (!entry.isWellFormed() || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(entry)) return { type: 'broken', part: '' };
  if (/(^|\s)#/.test(entry)) return { type: 'comment', part: '' };
  if (kind === 'allow') {
    if (entry.includes(' ')) return { type: 'one-word', part: '' };
    return ALLOWED.test(entry) ? null : (validateWord(entry) ?? { type: 'part', part: entry });
  }
  if (kind === 'innocent') return findFirstError(entry.split(' '), (part) => (WORD_OR_NUMBER.test(part) ? null : { type: 'part', part }));
  const words = SET_LINE.exec(entry)?.[1]?.trim();
  if (words !== undefined) return words === '' ? { type: 'empty-set', part: '' } : findFirstError(words.split(' '), validateWord);
  return kind === 'sets' ? { type: 'not-a-set', part: '' } : validatePhrase(entry);
}

function validatePhrase(entry: string): EntryError | null {
  const [words = '', ...unless] = entry.split(' unless ');
  const tokens = words.split(' ');
  const exceptions = unless.flatMap((part) => part.split(' '));
  if (unless.length > 1 || [...tokens, ...exceptions].includes('unless')) return { type: 'unless', part: 'unless' };
  if (tokens[0]?.endsWith('?')) return { type: 'optional-first', part: tokens[0] };
  const placeholders = tokens.map((token) => token.replace(/\?$/, ''));
  const end = placeholders.indexOf('{end}');
  if (end !== -1 && end < placeholders.length - 1) return { type: 'end', part: '{end}' };
  return findFirstError(placeholders, validatePlaceholder) ?? findFirstError(exceptions.flatMap(alternatives), validateWord);
}

function validatePlaceholder(token: string): EntryError | null {
  if (PLACEHOLDER.test(token)) return null;
  return /[{}]/.test(token) ? { type: 'placeholder', part: token } : findFirstError(alternatives(token), validateWord);
}

function validateWord(part: string): EntryError | null {
  if (WORD.test(part)) return null;
  return { type: /^[^*]*\*/.test(part) && WORD.test(part.replaceAll('*', '')) ? 'star' : 'part', part };
}

const alternatives = (token: string) => token.split('|');

function findFirstError(parts: string[], validate: (part: string) => EntryError | null): EntryError | null {
  for (const part of parts) {
    const error = validate(part);
    if (error !== null) return error;
  }
  return null;
}

/** Words from ordinary sentences that a player may use as a name. */
export function extractNames(sentences: string[]): string[] {
  const words = sentences.flatMap((sentence) => sentence.match(/(?<!\p{L})[a-z]{3,20}(?!\p{L})/giu) ?? []);
  return [...new Set(words.map((word) => word.toLowerCase()))];
}
