import type { AppContext } from '../../context.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { renderRss } from './feed.rules.ts';
import { searchDocuments, normalizeQuery } from './search.rules.ts';
import { toPostCard, toHelpCard, type ArticleIndex } from './markdown/service.server.ts';
import { getSiteTexts } from './versions/service.server.ts';
import type { BlogView, HelpArticleView, HelpView, ListSlug, Page, PageSlug, PostView } from './schema.ts';

/** Maximum number of posts or articles suggested below another one. */
const RELATED_MAX = 3;

/** All articles as people see them. */
async function getArticleIndex(ctx: AppContext): Promise<ArticleIndex> {
  return (await getSiteTexts(ctx)).index;
}

/** A page that is a text. */
export async function getPage(ctx: AppContext, slug: PageSlug | ListSlug): Promise<Page> {
  const page = (await getArticleIndex(ctx)).pages.get(slug);
  if (!page) throw new Error(`content/pages/${slug}.md is missing`);
  return page;
}

/**
 * The blog: all posts or those of a category, newest first; with a query the matching ones, best match first.
 * @throws AppError 'not-found' for a category that no post has
 */
export async function getBlog(ctx: AppContext, filters: { category: string | null; query: string | null }): Promise<BlogView> {
  const { posts, postIndex, categories } = await getArticleIndex(ctx);
  const page = await getPage(ctx, 'blog');
  const query = normalizeQuery(filters.query);
  const category = categories.find((each) => each.slug === filters.category) ?? null;
  if (filters.category !== null && category === null) throw new AppError('not-found', 'no post has this category');
  const found = query === '' ? posts : searchDocuments(postIndex, query);
  const shown = category === null ? found : found.filter((post) => post.category.slug === category.slug);
  return { page, categories, category, query, posts: shown.map(toPostCard) };
}

/** One post, and others to read next. @throws AppError 'not-found' */
export async function getPost(ctx: AppContext, slug: string): Promise<PostView> {
  const { posts } = await getArticleIndex(ctx);
  const post = posts.find((each) => each.slug === slug);
  if (!post) throw new AppError('not-found', 'there is no such post');
  const related = posts.filter((each) => each !== post).slice(0, RELATED_MAX);
  return { post, related: related.map(toPostCard) };
}

/** Topics with their articles, popular articles, frequently asked questions, and search results. */
export async function getHelp(ctx: AppContext, slug: 'help' | 'help-center', rawQuery: string | null): Promise<HelpView> {
  const { topics, help, popular, helpIndex, faq } = await getArticleIndex(ctx);
  const query = normalizeQuery(rawQuery);
  return {
    page: await getPage(ctx, slug),
    topics: topics.map((topic) => ({ ...topic, articles: help.filter((each) => each.topic.id === topic.id).map(toHelpCard) })),
    popular: popular.map(toHelpCard),
    faq: slug === 'help-center' ? faq : [],
    query,
    results: query === '' ? null : searchDocuments(helpIndex, query).map(toHelpCard),
  };
}

/** One help article, and others on its topic. @throws AppError 'not-found' */
export async function getHelpArticle(ctx: AppContext, slug: string): Promise<HelpArticleView> {
  const { help } = await getArticleIndex(ctx);
  const article = help.find((each) => each.slug === slug);
  if (!article) throw new AppError('not-found', 'there is no such article');
  const related = help.filter((each) => each.topic.id === article.topic.id && each !== article).slice(0, RELATED_MAX);
  return { article, related: related.map(toHelpCard) };
}

/** The blog as RSS 2.0. */
export async function renderBlogFeed(ctx: AppContext): Promise<string> {
  const { posts } = await getArticleIndex(ctx);
  const { title, description } = await getPage(ctx, 'blog');
  return renderRss({ origin: ctx.config.origin, title: `${title} | Kiddo`, description, posts: posts.map(toPostCard) });
}

/** The paths of all posts, their categories and the help articles, for the sitemap. */
export async function listArticlePaths(ctx: AppContext): Promise<{ path: string; changed?: string }[]> {
  const { posts, categories, help } = await getArticleIndex(ctx);
  return [
    ...posts.map((post) => ({ path: `/blog/${post.slug}`, changed: post.date })),
    ...categories.map((category) => ({ path: `/blog/category/${category.slug}` })),
    ...help.map((article) => ({ path: `/help/${article.slug}` })),
  ];
}
