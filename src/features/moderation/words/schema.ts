import type { ActionResult } from '../../../shared/action-result.ts';
import type { HelpKind, ModerationCategory, WordList } from '../../safety/filter/schema.ts';
import type { NameFlaw } from '../../safety/names/schema.ts';

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

/** A changed entry; `changed` is false if it was in this state already. */
export type WordChange = { action: WordAction; list: string; entry: string; changed: boolean };
/** What the filter found in a text or name; null if it would pass. `help`: why its writer would get a card. */
type FilterTest = {
  action: 'try';
  text: string;
  as: 'text' | 'name';
  category: ModerationCategory | NameFlaw | null;
  help: HelpKind | null;
  /** The words that tell most, if no entry of the lists refuses the text but the classifier; null otherwise. */
  classifiedFor: string[] | null;
};
/** An added entry would block ordinary words (code 'confirmation-required'): the next request has to repeat this `confirm` value. */
export type Confirmation = { confirm: string; falsePositives: FalsePositives };

/** Result of the page's forms. The `do` of a failure's values is the action that failed. */
export type WordsResult = ActionResult<WordChange | FilterTest, { confirmation?: Confirmation }>;

/** The fields whose values a failure contains. */
export const WORDS_FIELDS = ['do', 'list', 'entry', 'note', 'text', 'as'] as const;
