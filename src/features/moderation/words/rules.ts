import type { WordList } from '../../safety/filter/schema.ts';
import { isSetDefinition, parseListFile } from '../../safety/lists/rules.ts';
import { ENTRY_MAX, type EntryState, type EntryView, type ListView, type WordFilters } from './schema.ts';

/** Entries on one page, and what is shown of the log. */
export const ENTRIES_PAGE = 50;
export const LOG_SHOWN = 20;
/** Ordinary sentences and names that a warning shows. */
export const HARM_SHOWN = 5;

/** The lists as they are shipped, and what moderators changed. */
export type StoredLists = {
  lists: { name: string; text: string }[];
  changes: { list: string; entry: string; is_on: boolean }[];
};

/** An entry and its place, which stays whatever is added behind it. */
export type PlacedEntry = EntryView & { place: number };

/** What moderators added stands behind everything that is shipped. */
const OWN_FROM = 1_000_000;

/** All entries of all lists, those that hold and those that were taken away, in the order of the lists. Remarks are none. */
export function entriesOf({ lists, changes }: StoredLists): PlacedEntry[] {
  const byList = Map.groupBy(changes, (change) => change.list);
  return lists
    .filter(({ name, text }) => parseListFile(name, text) !== null)
    .flatMap(({ name: list, text }) => {
      const own = new Map((byList.get(list) ?? []).map((change) => [change.entry, change.is_on]));
      const placed = new Map<string, PlacedEntry>();
      for (const [place, line] of text.split('\n').entries()) {
        const entry = line.trim();
        if (entry === '' || entry.startsWith('#') || placed.has(entry)) continue;
        placed.set(entry, { list, entry, state: own.get(entry) === false ? 'taken' : 'shipped', place });
      }
      const added = [...own].filter(([entry]) => !placed.has(entry)).toSorted(([one], [other]) => (one < other ? -1 : 1));
      for (const [rank, [entry, isOn]] of added.entries())
        placed.set(entry, { list, entry, state: isOn ? 'added' : 'taken', place: OWN_FROM + rank });
      return [...placed.values()];
    });
}

/** Whether the filter reads an entry now. */
export function holds({ state }: { state: EntryState }): boolean {
  return state !== 'taken';
}

/** The lists as the filter reads them. */
export function wordLists(entries: EntryView[]): WordList[] {
  return [...Map.groupBy(entries.filter(holds), (one) => one.list)].flatMap(([name, own]) => {
    return parseListFile(name, own.map(({ entry }) => entry).join('\n')) ?? [];
  });
}

/** What defines the sets that entries of all lists may name. */
export function setsOf(entries: EntryView[]): string[] {
  return entries.filter((one) => holds(one) && isSetDefinition(one.entry)).map(({ entry }) => entry);
}

/** The lists with how much holds in them. */
export function listsOf({ lists }: StoredLists, entries: EntryView[]): ListView[] {
  const own = Map.groupBy(entries.filter(holds), (one) => one.list);
  return lists.flatMap(({ name }) => {
    const list = parseListFile(name, '');
    return list === null ? [] : [{ name, kind: list.kind, language: languageOf(name), count: own.get(name)?.length ?? 0 }];
  });
}

/** 'sw' of 'profanity.sw.txt'; null for a list that holds for all languages. */
export function languageOf(list: string): string | null {
  const [, middle = 'txt'] = list.split('.');
  return middle === 'txt' ? null : middle;
}

/** Whether an entry is to be shown. */
export function fits({ list, entry, state }: EntryView, filters: WordFilters): boolean {
  if (filters.list !== null && list !== filters.list) return false;
  if (filters.show !== 'all' && state !== filters.show) return false;
  return entry.toLowerCase().includes(filters.q.toLowerCase());
}

/** One page of entries behind a place. */
export function pageOf<T extends { list: string; place: number }>(
  entries: T[],
  after: { list: string; place: number } | null,
): { shown: T[]; next: T | null } {
  const isBehind = (one: T) => after === null || one.list > after.list || (one.list === after.list && one.place > after.place);
  const rest = entries.toSorted((one, other) => compare(one, other)).filter(isBehind);
  return { shown: rest.slice(0, ENTRIES_PAGE), next: rest.length > ENTRIES_PAGE ? (rest[ENTRIES_PAGE - 1] ?? null) : null };
}

function compare(one: { list: string; place: number }, other: { list: string; place: number }): number {
  return one.list === other.list ? one.place - other.place : one.list < other.list ? -1 : 1;
}

/** An entry as it is kept: capital letters and further spaces make no difference to the filter. */
export function cleanEntry(text: string): string {
  return text.normalize('NFC').trim().replace(/ +/g, ' ').toLowerCase();
}

/** What is wrong with an entry, and with which part of it. */
export type EntryFault = {
  is:
    | 'empty'
    | 'long'
    | 'broken'
    | 'remark'
    | 'not-a-set'
    | 'empty-set'
    | 'one-word'
    | 'place'
    | 'end'
    | 'star'
    | 'part'
    | 'unless'
    | 'may-be-missing';
  part: string;
};

const LETTERS = String.raw`\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*`;
const WORD = new RegExp(String.raw`^(?:~?${LETTERS}|${LETTERS}\*|\*${LETTERS}\*|@[a-z]+)$`, 'u');
const ALLOWED = new RegExp(String.raw`^${LETTERS}\*?$`, 'u');
const PLACE = /^\{(?:word|number|code|handle|colon|end)\}$/;
const SET_LINE = /^@[a-z]+:(.*)$/;

/**
 * What is wrong with the form of a new entry (wordlists/README.md has it), or null. What the filter itself would leave out
 * beyond that, such as a set that nobody defined, is asked of the filter.
 */
export function faultOfEntry(kind: WordList['kind'], entry: string): EntryFault | null {
  if (entry === '') return { is: 'empty', part: '' };
  if (entry.length > ENTRY_MAX) return { is: 'long', part: '' };
  if (!entry.isWellFormed() || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(entry)) return { is: 'broken', part: '' };
  if (/(^|\s)#/.test(entry)) return { is: 'remark', part: '' };
  if (kind === 'allow') {
    if (entry.includes(' ')) return { is: 'one-word', part: '' };
    return ALLOWED.test(entry) ? null : (faultOfPart(entry) ?? { is: 'part', part: entry });
  }
  const words = SET_LINE.exec(entry)?.[1]?.trim();
  if (words !== undefined) return words === '' ? { is: 'empty-set', part: '' } : firstFault(words.split(' '), faultOfPart);
  return kind === 'sets' ? { is: 'not-a-set', part: '' } : faultOfPhrase(entry);
}

function faultOfPhrase(entry: string): EntryFault | null {
  const [words = '', ...unless] = entry.split(' unless ');
  const tokens = words.split(' ');
  const behind = unless.flatMap((part) => part.split(' '));
  if (unless.length > 1 || [...tokens, ...behind].includes('unless')) return { is: 'unless', part: 'unless' };
  if (tokens[0]?.endsWith('?')) return { is: 'may-be-missing', part: tokens[0] };
  const places = tokens.map((token) => token.replace(/\?$/, ''));
  const end = places.indexOf('{end}');
  if (end !== -1 && end < places.length - 1) return { is: 'end', part: '{end}' };
  return firstFault(places, faultOfPlace) ?? firstFault(behind.flatMap(alternatives), faultOfPart);
}

function faultOfPlace(token: string): EntryFault | null {
  if (PLACE.test(token)) return null;
  return /[{}]/.test(token) ? { is: 'place', part: token } : firstFault(alternatives(token), faultOfPart);
}

function faultOfPart(part: string): EntryFault | null {
  if (WORD.test(part)) return null;
  return { is: /^[^*]*\*/.test(part) && WORD.test(part.replaceAll('*', '')) ? 'star' : 'part', part };
}

const alternatives = (token: string) => token.split('|');

function firstFault(parts: string[], faultOf: (part: string) => EntryFault | null): EntryFault | null {
  for (const part of parts) {
    const fault = faultOf(part);
    if (fault !== null) return fault;
  }
  return null;
}

/** Words of ordinary sentences that a player may take for a name. */
export function namesIn(sentences: string[]): string[] {
  const words = sentences.flatMap((sentence) => sentence.match(/(?<!\p{L})[a-z]{3,20}(?!\p{L})/giu) ?? []);
  return [...new Set(words.map((word) => word.toLowerCase()))];
}
