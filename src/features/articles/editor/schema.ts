import type { ActionResult } from '../../../shared/action-result.ts';
import type { TextKind } from '../markdown/schema.ts';
import type { ArticleBody, Cloth, Page, Picture } from '../schema.ts';
import type { VersionState } from '../versions/schema.ts';

/** Letters of a text. Its form stays below what the server takes. */
export const BODY_MAX = 40_000;
/** Letters of any other field; what may be published is shorter. */
export const FIELD_MAX = 240;
/** Letters of a search on the list. */
export const LIST_QUERY_MAX = 80;

/** What the form of a text has, besides its buttons. */
export const TEXT_FIELDS = [
  'title',
  'description',
  'date',
  'author',
  'category',
  'cloth',
  'topic',
  'place',
  'popular',
  'image',
  'emptyTitle',
  'emptyText',
  'cover',
  'body',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
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

/** Where people read it. */
export const publicPath = (kind: TextKind, slug: string): string => (kind === 'page' ? `/${slug}` : `/${kind}/${slug}`);

/**
 * What people see of a text. `shipped`: the file of the build; `written`: there is no file; `planned`: nothing until its day; `none`: it was never published; `broken`: what
 * was shipped, because the edited one cannot be shown.
 */
export type TextStatus = 'shipped' | 'changed' | 'written' | 'planned' | 'withdrawn' | 'none' | 'broken';

/** A text in the list. `isNewer`: we shipped another one than the edited one was made from. */
export type TextListItem = { kind: TextKind; slug: string; title: string; status: TextStatus; hasDraft: boolean; isNewer: boolean };
export type TextListView = { query: string; texts: TextListItem[] };

/** A line of a comparison. */
export type DiffLine = { sign: 'same' | 'added' | 'removed' | 'gap'; text: string };

/** What a text cannot have. `line`: of its body, from 1; null: it is about the whole text. */
export type TextProblem = { line: number | null; message: string };

/** A text as people will see it. `page`: how its parts are laid out; null if they do not fit yet. */
export type TextPreview = {
  kind: TextKind;
  title: string;
  description: string;
  image: string | null;
  cloth: Cloth | null;
  about: string | null;
  cover: Picture | null;
  page: Page | null;
  body: ArticleBody;
};
/** `warnings`: what is worth a second look, and keeps nobody from publishing. */
export type TextCheck = { preview: TextPreview; problems: TextProblem[]; warnings: string[] };

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
  hasVersions: boolean;
  /** The picture that was made for the shipped article. */
  hasOwnPicture: boolean;
  /** The day above the text, which publishing sets to today. */
  updated: string | null;
  check: TextCheck;
};

/** Somebody else saved a version since the form was made. `diff`: what would change of theirs. */
export type TextConflict = { shown: number; by: string | null; at: string; diff: DiffLine[] };

export type EditorResult = ActionResult<
  { do: Exclude<TextAction, 'preview'>; planned: string | null } | { do: 'preview'; values: TextFields; check: TextCheck },
  { conflict?: TextConflict; check?: TextCheck }
>;

export type VersionItem = { number: number; state: VersionState; by: string | null; at: string; note: string; isNow: boolean };
/** All versions of a text, newest first, and the selected one: 0 is the shipped text. */
export type VersionsView = {
  kind: TextKind;
  slug: string;
  title: string;
  shown: number;
  hasShipped: boolean;
  isShippedNow: boolean;
  versions: VersionItem[];
  selected: { number: number; isNow: boolean; diff: DiffLine[]; preview: TextPreview; problems: TextProblem[] } | null;
};
