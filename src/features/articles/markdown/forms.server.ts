import { z } from 'zod';
import { CLOTHS } from '../schema.ts';
import { DESCRIPTION_MAX, PICTURE_TEXT_MAX, TITLE_MAX, type TextKind } from './schema.ts';

// Editors write the front matter by hand, or on the operators' page: a mistake in it is reported with the name of the field.

/** On one line, and without signs that a news reader's XML cannot have. */
const LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029\uFFFE\uFFFF]*$/u;
const title = z.string().min(2).max(TITLE_MAX).regex(LINE);
const description = z.string().min(20).max(DESCRIPTION_MAX).regex(LINE);
const day = z.iso.date();
const picture = z.string().regex(/^\/(stickers|brand|avatars)\/[a-z0-9-]+\.svg$/, 'must be a picture of public/');
/** What the article's own picture shows (public/articles), for those who cannot see it. */
const pictureText = z.string().min(10).max(PICTURE_TEXT_MAX).regex(LINE);
/** The article whose picture this one shares, such as help/kiddocash. Without it, the article has a picture of its own. */
const cover = z
  .string()
  .regex(/^(blog|help)\/[a-z0-9-]+$/)
  .optional();

/** The front matter of a file, before its kind is looked at. */
export const frontMatterOfFile = z.record(z.string(), z.string());

/** The front matter of a page. */
const pageFrontMatter = z.strictObject({
  title,
  description,
  /** The day a legal text was last changed; displayed as written. */
  updated: z.string().min(4).max(40).regex(LINE).optional(),
  /** Image beside the title. */
  image: picture.optional(),
  /** How many of the sections, from the first one on, are laid out side by side as cards. */
  cards: z.coerce.number().int().min(0).max(8).default(0),
  /** 'yes': the page has two sections, a short version and the exact one. */
  versions: z.enum(['yes', 'no']).default('no'),
  /** The last section is a list that is still empty: title and text to show instead. */
  emptyTitle: title.optional(),
  emptyText: description.optional(),
});

/** The front matter of a post. */
const postFrontMatter = z.strictObject({
  title,
  description,
  date: day,
  author: title,
  category: title,
  picture: pictureText,
  cover,
  cloth: z.enum(CLOTHS),
});

/** The front matter of a help article. */
const helpFrontMatter = z.strictObject({
  title,
  description,
  /** The id of a section of content/pages/help.md. */
  topic: z.string().min(2).max(40),
  picture: pictureText,
  cover,
  popular: z.enum(['yes', 'no']).default('no'),
  place: z.coerce.number().int().min(1).max(99),
});

/** The front matter of each kind of text. */
export const FRONT_MATTER = { page: pageFrontMatter, blog: postFrontMatter, help: helpFrontMatter } satisfies Record<TextKind, z.ZodType>;
