import { z } from 'zod';

/** Pages whose text is an article and nothing else, by their address (spec 2, route table). */
export const PAGE_SLUGS = [
  'about',
  'careers',
  'community',
  'cookies',
  'create',
  'developer-hub',
  'education',
  'parents',
  'privacy',
  'safety',
  'terms',
] as const;
export type PageSlug = (typeof PAGE_SLUGS)[number];

/** Pages that list articles; their Markdown holds the words around the list. */
export const LIST_SLUGS = ['blog', 'help', 'help-center'] as const;
export type ListSlug = (typeof LIST_SLUGS)[number];

/** Flat colours a post can stand on (web/kit/cloth.css). */
const CLOTHS = ['adventure', 'role-play', 'action', 'simulator', 'obby', 'tycoon', 'racing', 'fighting'] as const;
export type Cloth = (typeof CLOTHS)[number];

const title = z.string().min(2).max(80);
const description = z.string().min(20).max(200);
const day = z.iso.date();
const picture = z.string().regex(/^\/(stickers|brand|avatars)\/[a-z0-9-]+\.svg$/, 'must be a picture of public/');

/** What stands above the text of a page. */
export const pageFrontMatter = z.strictObject({
  title,
  description,
  /** The day a legal text was last changed; shown as it is written here. */
  updated: z.string().min(4).max(40).optional(),
  /** What stands beside the title. */
  image: picture.optional(),
  /** How many of the parts, from the first one on, stand side by side as cards. */
  cards: z.coerce.number().int().min(0).max(8).default(0),
  /** The first part says in short what the second says exactly. */
  versions: z.enum(['yes', 'no']).default('no'),
  /** The last part is a list that has nothing in it yet: what is said instead. */
  emptyTitle: title.optional(),
  emptyText: description.optional(),
});

export const postFrontMatter = z.strictObject({
  title,
  description,
  date: day,
  author: title,
  category: title,
  image: picture,
  cloth: z.enum(CLOTHS),
});

export const helpFrontMatter = z.strictObject({
  title,
  description,
  /** The id of a part of content/pages/help.md. */
  topic: z.string().min(2).max(40),
  popular: z.enum(['yes', 'no']).default('no'),
  place: z.coerce.number().int().min(1).max(99),
});

/** Words in a line of text, and what they are. */
export type Inline =
  | string
  | { is: 'strong' | 'em'; inside: Inline[] }
  | { is: 'code'; text: string }
  | { is: 'break' }
  /** `look`: a link that stands alone and is pressed like a button. `heard`: what it adds for who does not see where it stands. */
  | { is: 'link'; to: string; look: 'primary' | 'soft' | null; inside: Inline[]; heard?: string };

/** One piece of an article, from top to bottom. Nothing in it is HTML. */
export type Block =
  /** `words`: those of `inside`, for a list of the headings. */
  | { is: 'heading'; level: 2 | 3; id: string; words: string; inside: Inline[] }
  | { is: 'paragraph' | 'buttons'; inside: Inline[] }
  | { is: 'list'; ordered: boolean; items: Block[][] }
  | { is: 'quote'; inside: Block[] }
  | { is: 'code'; text: string }
  /** `names`: the words of `head`, for where the cells of a row stand below each other. */
  | { is: 'table'; head: Inline[][]; names: string[]; rows: Inline[][][] }
  | { is: 'picture'; src: string; alt: string };

/** What begins with a heading of the first level. */
export type Section = { id: string; title: string; blocks: Block[] };

/** A text as it is shown: what comes before the first part, and the parts. */
export type ArticleBody = { lead: Block[]; parts: Section[] };

export type Page = ArticleBody & {
  slug: string;
  title: string;
  description: string;
  updated: string | null;
  image: string | null;
  cards: number;
  versions: boolean;
  empty: { title: string; text: string } | null;
};

/** A post in a list. `date` is ISO (a day). */
export type PostCard = {
  slug: string;
  title: string;
  description: string;
  date: string;
  author: string;
  category: Category;
  image: string;
  cloth: Cloth;
};
export type Category = { slug: string; name: string };
export type Post = PostCard & ArticleBody;

export type HelpCard = { slug: string; title: string; description: string };
export type HelpArticle = HelpCard & ArticleBody & { topic: { id: string; title: string; image: string | null } };
type Topic = { id: string; title: string; blocks: Block[]; articles: HelpCard[] };

/** /blog: the posts of a category or all of them, newest first; with `query` the best match first. */
export type BlogView = { page: Page; categories: Category[]; category: Category | null; query: string; posts: PostCard[] };

/** /help and /help-center. `found` is null where nothing was asked. */
export type HelpView = { page: Page; topics: Topic[]; popular: HelpCard[]; faq: Section[]; query: string; results: HelpCard[] | null };

export type PostView = { post: Post; related: PostCard[] };
export type HelpArticleView = { article: HelpArticle; related: HelpCard[] };
