import type { ActionResult } from '../../../shared/action-result.ts';
import type { ProofKind } from '../../accounts/reauthentication/schema.ts';
import { TEXT_FIELDS, type TextCheck, type TextField, type TextPreview, type TextProblem } from '../check/schema.ts';
import type { TextKind } from '../markdown/schema.ts';
import type { VersionState } from '../versions/schema.ts';

/** Letters of a text. Its form stays below what the server takes. */
export const BODY_MAX = 40_000;
/** Letters of any other field; what may be published is shorter. */
export const FIELD_MAX = 240;
/** Letters of a search on the list. */
export const LIST_QUERY_MAX = 80;

/** What a form keeps after an error. */
export const ECHOED = ['do', 'note', 'short', 'kind', 'version', 'shown', ...TEXT_FIELDS] as const;
export type TextFields = Partial<Record<TextField, string>>;

/** The fields of each kind, in their order. A page has only those of its empty list that it has. */
export const FIELDS_OF_KIND = {
  page: ['title', 'description', 'image', 'emptyTitle', 'emptyText', 'body'],
  blog: ['title', 'description', 'date', 'author', 'category', 'cloth', 'cover', 'body'],
  help: ['title', 'description', 'topic', 'place', 'popular', 'cover', 'body'],
} as const satisfies Record<TextKind, readonly TextField[]>;

/** What can be done on the page of a text. `keep`: the edited text stays although we shipped a newer one. */
export const TEXT_ACTIONS = ['preview', 'save', 'publish', 'withdraw', 'keep', 'restore'] as const;
export type TextAction = (typeof TEXT_ACTIONS)[number];

/** Which kinds can be made on the page, and withdrawn: the site needs each of its pages. */
export const NEW_KINDS = ['blog', 'help'] as const;
export type NewKind = (typeof NEW_KINDS)[number];

/** Where the operators' pages of a text are. */
export const TEXTS_URL = '/operator/texts';
export const urlForText = (kind: TextKind, slug: string): string => `${TEXTS_URL}/${kind}/${slug}`;
export const urlForVersions = (kind: TextKind, slug: string): string => `${urlForText(kind, slug)}/versions`;

/**
 * What people see of a text. `shipped`: the file of the build; `written`: there is no file; `planned`: nothing until its day; `none`: it was never
 * published; `unfit`: the edited one, which since an update of the site has not what the site needs; `broken`: what was shipped, because the
 * edited one cannot be shown.
 */
export type TextStatus = 'shipped' | 'changed' | 'unfit' | 'written' | 'planned' | 'withdrawn' | 'none' | 'broken';

/** A text in the list. `isNewer`: we shipped another one than the edited one was made from. */
export type TextListItem = { kind: TextKind; slug: string; title: string; status: TextStatus; hasDraft: boolean; isNewer: boolean };
export type TextListView = { query: string; texts: TextListItem[] };

/** A line of a comparison. */
export type DiffLine = { sign: 'same' | 'added' | 'removed' | 'gap'; text: string };

type Option = { value: string; label: string };
export type EditorView = {
  kind: TextKind;
  slug: string;
  status: TextStatus;
  /** The day on which a planned post appears. */
  plannedFor: string | null;
  /** Why the edited text cannot be shown. */
  brokenBecause: string | null;
  fields: TextFields;
  /** The newest version; 0 without one. */
  shown: number;
  /** The newest version is a draft: whose, and since when. */
  draft: { by: string | null; at: string } | null;
  options: { topics: Option[]; covers: Option[]; images: Option[]; categories: string[] };
  /** We shipped another text than the edited one was made from: what the edited one has, against the new one. */
  newer: DiffLine[] | null;
  canWithdraw: boolean;
  /** What other texts link to, and would not be there without it. */
  deadLinksWithout: string[];
  /** The picture that was made for the shipped article. */
  hasOwnPicture: boolean;
  /** The day above the text, which publishing sets to today. */
  updated: string | null;
  check: TextCheck;
};

/** Somebody else saved a version since the form was made. `diff`: what would change of theirs. */
type TextConflict = { shown: number; by: string | null; at: string; diff: DiffLine[] };

/** `shown`: the newest version after it. `planned`: the day on which the post appears. `warnings`: what is worth a second look now. */
type TextDone = { do: Exclude<TextAction, 'preview'>; shown: number; planned: string | null; warnings: string[] };
export type EditorResult = ActionResult<
  TextDone | { do: 'preview'; values: TextFields & { shown: string; note: string; short: string }; check: TextCheck },
  { conflict?: TextConflict; check?: TextCheck }
>;

/** `erased`: its words were erased, by whom and why. */
export type VersionItem = {
  number: number;
  state: VersionState;
  by: string | null;
  at: string;
  note: string;
  isNow: boolean;
  erased: { by: string; note: string } | null;
};

/** Result of erasing the words of a version. */
export type EraseResult = ActionResult<{ do: 'erase' }>;
/** What the form keeps after an error; never a code or a password. */
export const ERASE_ECHOED = ['do', 'note', 'version'] as const;

/** All versions of a text, newest first, and the selected one: 0 is the shipped text. */
export type VersionsView = {
  kind: TextKind;
  slug: string;
  title: string;
  shown: number;
  hasShipped: boolean;
  isShippedNow: boolean;
  versions: VersionItem[];
  /** By what an operator proves who they are before they erase words. */
  proof: ProofKind;
  /** `canErase`: it is neither what people see, nor what the form is made from. */
  selected: {
    number: number;
    isNow: boolean;
    canErase: boolean;
    diff: DiffLine[];
    preview: TextPreview;
    problems: TextProblem[];
    isShort: boolean;
  } | null;
};
