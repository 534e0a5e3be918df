import type { AppContext } from '../../context.server.ts';
import { AppError } from '../../shared/refusal.ts';
import { rssOf } from './feed/rules.ts';
import { find, tidyQuery } from './finding/rules.ts';
import { cardOf, helpCardOf, readLibrary, type Library } from './rendering/service.server.ts';
import type { BlogView, HelpArticleView, HelpView, ListSlug, Page, PageSlug, PostView } from './schema.ts';

// The texts go into the build: at run time nothing knows where their folder is.
const SOURCES = import.meta.glob<string>('../../../content/**/*.md', { query: '?raw', import: 'default', eager: true });

/** What is in the build does not change. */
const KEPT_MS = 365 * 24 * 3600 * 1000;
/** Posts and articles offered below another one. */
const OTHERS = 3;

/** Every article, read as long as it is kept. @throws ArticleFault where one is not as it has to be */
function library(ctx: AppContext): Promise<Library> {
  return ctx.cached('articles', KEPT_MS, async () =>
    readLibrary(SOURCES, { support: ctx.config.supportMail, games: ctx.config.gamesOrigin }),
  );
}

/** A page that is a text. */
export async function viewPage(ctx: AppContext, slug: PageSlug | ListSlug): Promise<Page> {
  const page = (await library(ctx)).pages.get(slug);
  if (!page) throw new Error(`content/pages/${slug}.md is missing`);
  return page;
}

/**
 * The blog: all posts or those of a category, newest first; with a query those that fit, best first.
 * @throws Refusal 'not-found' for a category that no post has
 */
export async function viewBlog(ctx: AppContext, given: { category: string | null; query: string | null }): Promise<BlogView> {
  const { posts, postIndex, categories } = await library(ctx);
  const page = await viewPage(ctx, 'blog');
  const query = tidyQuery(given.query);
  const category = categories.find((each) => each.slug === given.category) ?? null;
  if (given.category !== null && category === null) throw new AppError('not-found', 'no post has this category');
  const found = query === '' ? posts : find(postIndex, query);
  const shown = category === null ? found : found.filter((post) => post.category.slug === category.slug);
  return { page, categories, category, query, posts: shown.map(cardOf) };
}

/** One post, and others to read next. @throws Refusal 'not-found' */
export async function viewPost(ctx: AppContext, slug: string): Promise<PostView> {
  const { posts } = await library(ctx);
  const post = posts.find((each) => each.slug === slug);
  if (!post) throw new AppError('not-found', 'there is no such post');
  const others = posts.filter((each) => each !== post).slice(0, OTHERS);
  return { post, others: others.map(cardOf) };
}

/** Topics with their articles, the popular ones, the questions asked most, and what a search found. */
export async function viewHelp(ctx: AppContext, slug: 'help' | 'help-center', asked: string | null): Promise<HelpView> {
  const { topics, help, popular, helpIndex, faq } = await library(ctx);
  const query = tidyQuery(asked);
  return {
    page: await viewPage(ctx, slug),
    topics: topics.map((topic) => ({ ...topic, articles: help.filter((each) => each.topic.id === topic.id).map(helpCardOf) })),
    popular: popular.map(helpCardOf),
    faq: slug === 'help-center' ? faq : [],
    query,
    found: query === '' ? null : find(helpIndex, query).map(helpCardOf),
  };
}

/** One help article, and others of its topic. @throws Refusal 'not-found' */
export async function viewHelpArticle(ctx: AppContext, slug: string): Promise<HelpArticleView> {
  const { help } = await library(ctx);
  const article = help.find((each) => each.slug === slug);
  if (!article) throw new AppError('not-found', 'there is no such article');
  const others = help.filter((each) => each.topic.id === article.topic.id && each !== article).slice(0, OTHERS);
  return { article, others: others.map(helpCardOf) };
}

/** The blog as RSS 2.0. */
export async function blogFeed(ctx: AppContext): Promise<string> {
  const { posts } = await library(ctx);
  const { title, description } = await viewPage(ctx, 'blog');
  return rssOf({ origin: ctx.config.origin, title: `${title} | Kiddo`, description, posts: posts.map(cardOf) });
}

/** The addresses of all posts, their categories and the help articles, for the sitemap. */
export async function listArticleAddresses(ctx: AppContext): Promise<{ path: string; changed?: string }[]> {
  const { posts, categories, help } = await library(ctx);
  return [
    ...posts.map((post) => ({ path: `/blog/${post.slug}`, changed: post.date })),
    ...categories.map((category) => ({ path: `/blog/category/${category.slug}` })),
    ...help.map((article) => ({ path: `/help/${article.slug}` })),
  ];
}
