import type { ModerationCategory, WordList } from '../../safety/filter/schema.ts';

/** Maximum length of an entry; the database has the same limit. */
export const ENTRY_MAX = 200;
/** Maximum length of a test text and of a search query. */
export const TEST_TEXT_MAX = 1000;
export const QUERY_MAX = 100;

/** A list of the text filter with the number of its active entries. `language` is null for all languages. */
export type WordListView = { name: string; kind: WordList['kind']; language: string | null; count: number };

/** 'shipped' comes with the site; 'added' and 'taken' are changes by moderators ('taken': removed). */
export type EntryState = 'shipped' | 'added' | 'taken';
export const ENTRY_FILTERS = ['all', 'added', 'taken'] as const;
/** Which entries are shown: of one list (null: all), containing this text, and with this kind of change. */
export type WordFilters = { list: string | null; q: string; show: (typeof ENTRY_FILTERS)[number] };

export type EntryView = { list: string; entry: string; state: EntryState };

/** An audit log entry about the lists. Entries are immutable; lists show the newest first. */
export type WordAuditEntry = { id: string; at: string; actor: string; action: WordAction; list: string; entry: string; note: string };

export type WordsView = {
  lists: WordListView[];
  entries: EntryView[];
  /** The number of matching entries, and the cursor of the next page. */
  total: number;
  next: string | null;
  log: WordAuditEntry[];
};

/** The actions on an entry. */
export const WORD_ACTIONS = ['add', 'take', 'back'] as const;
export type WordAction = (typeof WORD_ACTIONS)[number];

/** Ordinary words that an entry would block. */
export type FalsePositives = { sentences: string[]; names: string[] };

/** The submitted fields; the form shows them again after an error. */
export type EntryFields = { list: string; entry: string; note: string };

/** Results of the page's forms. */
export type WordsResult =
  | { is: 'done'; action: WordAction; list: string; entry: string; changed: boolean }
  /** The entry would block ordinary words: the next request has to repeat this `confirm` value. */
  | { is: 'asking'; entryFields: EntryFields; confirm: string; falsePositives: FalsePositives }
  /** `field` is the field with the error; null if the error concerns none of them. */
  | { is: 'refused'; action: WordAction; entryFields: EntryFields; field: 'list' | 'entry' | 'note' | null; error: string }
  | { is: 'tried'; text: string; as: 'text' | 'name'; kind: ModerationCategory | null }
  | { is: 'not-tried'; text: string; as: 'text' | 'name'; error: string };
