import { listLinks } from '../markdown/rules.ts';
import type { ArticleBody, Block, Category, HelpArticle, Page, Post } from '../schema.ts';

type Texts = { pages: ReadonlyMap<string, Page>; posts: readonly Post[]; help: readonly HelpArticle[]; categories: readonly Category[] };
/** `from`: the path of the text that has the link. */
export type BrokenLink = { from: string; to: string };

/** The links between texts that lead to no text, or to no heading of it. Where other pages are is not known here. */
export function findBrokenLinks({ pages, posts, help, categories }: Texts): BrokenLink[] {
  const bodies = new Map<string, ArticleBody>([
    ...[...pages.values()].map((page): [string, ArticleBody] => [`/${page.slug}`, page]),
    ...posts.map((post): [string, ArticleBody] => [`/blog/${post.slug}`, post]),
    ...help.map((article): [string, ArticleBody] => [`/help/${article.slug}`, article]),
  ]);
  const ids = new Map([...bodies].map(([path, body]) => [path, listIds(body)]));
  const others = new Set(['/blog/rss.xml', ...categories.map(({ slug }) => `/blog/category/${slug}`)]);
  const leads = (from: string, to: string): boolean => {
    const { pathname, hash } = new URL(to, `https://site.invalid${from}`);
    const known = ids.get(pathname);
    // The cookies page has more than its text.
    if (known !== undefined) return hash === '' || pathname === '/cookies' || known.has(hash.slice(1));
    return !/^\/(blog|help)\//.test(pathname) || others.has(pathname);
  };
  return [...bodies].flatMap(([from, body]) =>
    listLinks(blocksOf(body))
      .filter((to) => /^[/#]/.test(to) && !leads(from, to))
      .map((to) => ({ from, to })),
  );
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
