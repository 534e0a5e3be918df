import type { ModerationCategory, WordList } from '../../safety/filter/schema.ts';

/** The longest entry that can be added or taken away; the table says the same. */
export const ENTRY_MAX = 200;
/** The longest text to try out, and to look for. */
export const TRY_MAX = 1000;
export const QUERY_MAX = 100;

/** A list of the text filter, with the entries that hold in it now. `language` is null where it has none. */
export type ListView = { name: string; kind: WordList['kind']; language: string | null; count: number };

/** 'shipped' comes with the site; 'added' and 'taken' are what moderators did. */
export type EntryState = 'shipped' | 'added' | 'taken';
export const SHOWN = ['all', 'added', 'taken'] as const;
/** Which entries are shown: of which list (null: of all), those that hold this text, and those of which moderators did what. */
export type WordFilters = { list: string | null; q: string; show: (typeof SHOWN)[number] };

export type EntryView = { list: string; entry: string; state: EntryState };

/** What a moderator did, newest first; nobody can change it. */
export type WordLogEntry = { id: string; at: string; actor: string; did: WordDeed; list: string; entry: string; note: string };

export type WordsView = {
  lists: ListView[];
  entries: EntryView[];
  /** How many fit the filters, and the cursor of the next page. */
  total: number;
  next: string | null;
  log: WordLogEntry[];
};

/** What can be done to an entry. */
export const WORD_DEEDS = ['add', 'take', 'back'] as const;
export type WordDeed = (typeof WORD_DEEDS)[number];

/** Ordinary words that an entry would refuse. */
export type Harm = { sentences: string[]; names: string[] };

/** The fields as they came; they are shown again where something is wrong. */
export type Typed = { list: string; entry: string; note: string };

/** What the page's forms answer. */
export type WordsAnswer =
  | { is: 'done'; did: WordDeed; list: string; entry: string; changed: boolean }
  /** To be confirmed with this word: the entry would refuse what is ordinary. */
  | { is: 'asking'; typed: Typed; confirm: string; harm: Harm }
  /** `at` is the field that is wrong; null where it is none of them. */
  | { is: 'refused'; did: WordDeed; typed: Typed; at: 'list' | 'entry' | 'note' | null; fault: string }
  | { is: 'tried'; text: string; as: 'text' | 'name'; kind: ModerationCategory | null }
  | { is: 'not-tried'; text: string; as: 'text' | 'name'; fault: string };
