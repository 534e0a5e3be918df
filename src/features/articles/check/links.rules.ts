import { listLinks } from '../markdown/rules.ts';
import type { ArticleBody, Block, Category, HelpArticle, Page, Post } from '../schema.ts';

type Texts = { pages: ReadonlyMap<string, Page>; posts: readonly Post[]; help: readonly HelpArticle[]; categories: readonly Category[] };
/** `from`: the path of the text that has the link. `until`: the day on which what it leads to appears; null: it never does. */
export type BrokenLink = { from: string; to: string; until: string | null };

/**
 * The links between texts that lead to no text, or to no heading of it, or to one that appears only after the text that has the link. Where other
 * pages are is not known here.
 * @param texts with the posts of days to come
 * @param today the day in Nairobi, such as 2026-11-21: what has no later day is seen from then on
 */
export function findBrokenLinks({ pages, posts, help, categories }: Texts, today: string): BrokenLink[] {
  const bodies = new Map<string, ArticleBody>([
    ...[...pages.values()].map((page): [string, ArticleBody] => [`/${page.slug}`, page]),
    ...posts.map((post): [string, ArticleBody] => [`/blog/${post.slug}`, post]),
    ...help.map((article): [string, ArticleBody] => [`/help/${article.slug}`, article]),
  ]);
  const ids = new Map([...bodies].map(([path, body]) => [path, listIds(body)]));
  const others = new Set(['/blog/rss.xml', ...categories.map(({ slug }) => `/blog/category/${slug}`)]);
  const firstDays = listFirstDays(posts);
  const seenFrom = (path: string): string => {
    const day = firstDays.get(path) ?? today;
    return day > today ? day : today;
  };
  /** The day from which it leads somewhere; null: never. */
  const leadsFrom = (from: string, to: string): string | null => {
    const { pathname, hash } = new URL(to, `https://site.invalid${from}`);
    const known = ids.get(pathname);
    // The cookies page has more than its text.
    const isThere =
      known === undefined
        ? !/^\/(blog|help)\//.test(pathname) || others.has(pathname)
        : hash === '' || pathname === '/cookies' || known.has(hash.slice(1));
    return isThere ? seenFrom(pathname) : null;
  };
  return [...bodies].flatMap(([from, body]) =>
    listLinks(blocksOf(body))
      .filter((to) => /^[/#]/.test(to))
      .map((to) => ({ from, to, until: leadsFrom(from, to) }))
      .filter(({ until }) => until === null || until > seenFrom(from)),
  );
}

/** The day of each post, and that of the first post of each category, by their paths. */
function listFirstDays(posts: Texts['posts']): Map<string, string> {
  const days = new Map<string, string>();
  for (const { slug, date, category } of posts) {
    days.set(`/blog/${slug}`, date);
    const ofCategory = `/blog/category/${category.slug}`;
    const first = days.get(ofCategory);
    if (first === undefined || date < first) days.set(ofCategory, date);
  }
  return days;
}

/** The ids of all headings of a text. */
export function listIds(body: ArticleBody): Set<string> {
  return new Set([
    ...body.parts.map((part) => part.id),
    ...blocksOf(body).flatMap((block) => (block.type === 'heading' ? [block.id] : [])),
  ]);
}

/** All blocks of a text. */
export function blocksOf({ lead, parts }: ArticleBody): Block[] {
  return [...lead, ...parts.flatMap((part) => part.blocks)];
}
