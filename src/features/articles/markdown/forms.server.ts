import { z } from 'zod';
import { CLOTHS } from '../schema.ts';

// Editors write the front matter by hand: a mistake in it is reported with the name of the field.

const title = z.string().min(2).max(80);
const description = z.string().min(20).max(200);
const day = z.iso.date();
const picture = z.string().regex(/^\/(stickers|brand|avatars)\/[a-z0-9-]+\.svg$/, 'must be a picture of public/');
/** What the article's own picture shows (public/articles), for those who cannot see it. */
const pictureText = z.string().min(10).max(120);

/** The front matter of a page. */
export const pageFrontMatter = z.strictObject({
  title,
  description,
  /** The day a legal text was last changed; displayed as written. */
  updated: z.string().min(4).max(40).optional(),
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
export const postFrontMatter = z.strictObject({
  title,
  description,
  date: day,
  author: title,
  category: title,
  picture: pictureText,
  cloth: z.enum(CLOTHS),
});

/** The front matter of a help article. */
export const helpFrontMatter = z.strictObject({
  title,
  description,
  /** The id of a section of content/pages/help.md. */
  topic: z.string().min(2).max(40),
  picture: pictureText,
  popular: z.enum(['yes', 'no']).default('no'),
  place: z.coerce.number().int().min(1).max(99),
});
