/** Pages that consist of one article, by slug (spec 2, route table). */
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

/** Pages that list articles; their Markdown contains the text around the list. */
export const LIST_SLUGS = ['blog', 'help', 'help-center'] as const;
export type ListSlug = (typeof LIST_SLUGS)[number];

/** Background colors of a post (web/kit/cloth.css). */
export const CLOTHS = ['adventure', 'role-play', 'action', 'simulator', 'obby', 'tycoon', 'racing', 'fighting'] as const;
export type Cloth = (typeof CLOTHS)[number];

/** A search query is cut to this many characters; more do not improve the results. */
export const QUERY_MAX = 100;

/** Inline content: plain text, or text with markup. */
export type Inline =
  | string
  | { type: 'strong' | 'em'; inside: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'break' }
  /** `variant`: a link on its own, styled as a button. `heard`: extra text for screen readers. */
  | { type: 'link'; to: string; variant: 'primary' | 'soft' | null; inside: Inline[]; heard?: string };

/** One block of an article, in document order. It contains no HTML. */
export type Block =
  /** `words`: the plain text of `inside`, for a table of contents. */
  | { type: 'heading'; level: 2 | 3; id: string; words: string; inside: Inline[] }
  | { type: 'paragraph' | 'buttons'; inside: Inline[] }
  | { type: 'list'; ordered: boolean; items: Block[][] }
  | { type: 'quote'; inside: Block[] }
  | { type: 'code'; text: string }
  /** `names`: the plain text of `head`, for narrow screens, where the cells of a row are stacked. */
  | { type: 'table'; head: Inline[][]; names: string[]; rows: Inline[][][] }
  | { type: 'picture'; src: string; alt: string };

/** A section: everything from one first-level heading to the next. */
export type Section = { id: string; title: string; blocks: Block[] };

/** A parsed text: the blocks before the first section, and the sections. */
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

/** An article's own picture, 1200 x 630: the drawing that pages show, and the PNG that is shown where somebody shares the article. */
export type Picture = { src: string; shared: string; alt: string };
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** A post in a list. `date` is an ISO date without time. */
export type PostCard = {
  slug: string;
  title: string;
  description: string;
  date: string;
  author: string;
  category: Category;
  picture: Picture;
  cloth: Cloth;
};
export type Category = { slug: string; name: string };
export type Post = PostCard & ArticleBody;

export type HelpCard = { slug: string; title: string; description: string; picture: Picture };
export type HelpArticle = HelpCard & ArticleBody & { topic: { id: string; title: string; image: string | null } };
type Topic = { id: string; title: string; blocks: Block[]; articles: HelpCard[] };

/** /blog: the posts of one category or all of them, newest first; with `query`, best match first. */
export type BlogView = { page: Page; categories: Category[]; category: Category | null; query: string; posts: PostCard[] };

/** /help and /help-center. `results` is null without a search. */
export type HelpView = { page: Page; topics: Topic[]; popular: HelpCard[]; faq: Section[]; query: string; results: HelpCard[] | null };

export type PostView = { post: Post; related: PostCard[] };
export type HelpArticleView = { article: HelpArticle; related: HelpCard[] };
