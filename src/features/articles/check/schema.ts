import type { TextKind } from '../markdown/schema.ts';
import type { ArticleBody, Cloth, Page, Picture } from '../schema.ts';

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
/**
 * `warnings`: what is worth a second look, and keeps nobody from publishing. `isShort`: a page has less than half of the words of the shipped
 * one, and is published only if somebody says that it is meant.
 */
export type TextCheck = { preview: TextPreview; problems: TextProblem[]; warnings: string[]; isShort: boolean };

/** Where people read it. */
export const publicPath = (kind: TextKind, slug: string): string => (kind === 'page' ? `/${slug}` : `/${kind}/${slug}`);
