import type { ModerationCategory, WordList } from '../../safety/filter/schema.ts';

/** The longest entry that can be added or taken away; the table says the same. */
export const ENTRY_MAX = 200;
/** The longest text to try out, and to look for. */
export const TEST_TEXT_MAX = 1000;
export const QUERY_MAX = 100;

/** A list of the text filter, with the entries that hold in it now. `language` is null where it has none. */
export type WordListView = { name: string; kind: WordList['kind']; language: string | null; count: number };

/** 'shipped' comes with the site; 'added' and 'taken' are what moderators did. */
export type EntryState = 'shipped' | 'added' | 'taken';
export const ENTRY_FILTERS = ['all', 'added', 'taken'] as const;
/** Which entries are shown: of which list (null: of all), those that hold this text, and those of which moderators did what. */
export type WordFilters = { list: string | null; q: string; show: (typeof ENTRY_FILTERS)[number] };

export type EntryView = { list: string; entry: string; state: EntryState };

/** What a moderator did, newest first; nobody can change it. */
export type WordAuditEntry = { id: string; at: string; actor: string; action: WordAction; list: string; entry: string; note: string };

export type WordsView = {
  lists: WordListView[];
  entries: EntryView[];
  /** How many fit the filters, and the cursor of the next page. */
  total: number;
  next: string | null;
  log: WordAuditEntry[];
};

/** What can be done to an entry. */
export const WORD_ACTIONS = ['add', 'take', 'back'] as const;
export type WordAction = (typeof WORD_ACTIONS)[number];

/** Ordinary words that an entry would refuse. */
export type FalsePositives = { sentences: string[]; names: string[] };

/** The fields as they came; they are shown again where something is wrong. */
export type EntryFields = { list: string; entry: string; note: string };

/** What the page's forms answer. */
export type WordsResult =
  | { is: 'done'; action: WordAction; list: string; entry: string; changed: boolean }
  /** To be confirmed with this word: the entry would refuse what is ordinary. */
  | { is: 'asking'; entryFields: EntryFields; confirm: string; falsePositives: FalsePositives }
  /** `at` is the field that is wrong; null where it is none of them. */
  | { is: 'refused'; action: WordAction; entryFields: EntryFields; field: 'list' | 'entry' | 'note' | null; error: string }
  | { is: 'tried'; text: string; as: 'text' | 'name'; kind: ModerationCategory | null }
  | { is: 'not-tried'; text: string; as: 'text' | 'name'; error: string };
