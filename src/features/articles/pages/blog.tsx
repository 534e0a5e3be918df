import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getBlog } from '../service.server.ts';
import { texts } from '../texts.ts';
import { BlogPage } from '../ui/blog-page.tsx';
import type { Route } from './+types/blog.ts';

/** All posts, or those of a category; with `?q=` the matching ones. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const category = 'category' in params ? (params.category ?? null) : null;
    const view = await getBlog(reqCtx.ctx, { category, query: new URL(request.url).searchParams.get('q') });
    return { view, origin: reqCtx.ctx.config.origin };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

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
  return <BlogPage view={loaderData.view} />;
}
