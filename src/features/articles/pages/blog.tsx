import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getClosedNotice } from '../../feature-flags/service.server.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getBlog } from '../service.server.ts';
import { texts } from '../texts.ts';
import { BlogPage } from '../ui/blog-page.tsx';
import type { Route } from './+types/blog.ts';

export const handle = { params: ['q'], isShared: true } as const satisfies PageHandle;

/** All posts, or those of a category; with `?q=` the matching ones. */
export const loader = pageLoader(handle, async ({ reqCtx, query }, { params }: Route.LoaderArgs) => {
  const category = 'category' in params ? (params.category ?? null) : null;
  return {
    view: await getBlog(reqCtx.ctx, { category, query: query.get('q') }),
    newsletterClosed: await getClosedNotice(reqCtx.ctx, 'newsletter'),
    origin: reqCtx.ctx.config.origin,
  };
});

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { view, origin } = loaderData;
  const { page, category, query } = view;
  const title = texts.metaTitle(category ? `${page.title}: ${category.name}` : page.title);
  return [
    ...pageMeta({ origin, path: category ? `/blog/category/${category.slug}` : '/blog', title, description: page.description }),
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: texts.metaTitle(page.title), href: '/blog/rss.xml' },
    ...(query === '' ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  return <BlogPage view={loaderData.view} newsletterClosed={loaderData.newsletterClosed} />;
}
