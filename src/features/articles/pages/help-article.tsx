import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getHelpArticle } from '../service.server.ts';
import { texts } from '../texts.ts';
import { HelpArticlePage } from '../ui/help-article-page.tsx';
import type { Route } from './+types/help-article.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  return { view: await getHelpArticle(reqCtx.ctx, params.slug), origin: reqCtx.ctx.config.origin };
});

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { article } = loaderData.view;
  const { origin } = loaderData;
  return pageMeta({
    origin,
    path: `/help/${article.slug}`,
    title: texts.metaTitle(article.title),
    description: article.description,
    picture: `${origin}${article.picture.shared}`,
    pictureText: article.picture.alt,
  });
}

export default function ArticleOfHelp({ loaderData }: Route.ComponentProps) {
  return <HelpArticlePage view={loaderData.view} />;
}
