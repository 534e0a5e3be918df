import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getHelpArticle } from '../service.server.ts';
import { texts } from '../texts.ts';
import { HelpArticlePage } from '../ui/help-article-page.tsx';
import type { Route } from './+types/help-article.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return { view: await getHelpArticle(reqCtx.ctx, params.slug), origin: reqCtx.ctx.config.origin };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { article } = loaderData.view;
  const { origin } = loaderData;
  return pageMeta({ origin, path: `/help/${article.slug}`, title: texts.metaTitle(article.title), description: article.description });
}

export default function ArticleOfHelp({ loaderData }: Route.ComponentProps) {
  return <HelpArticlePage view={loaderData.view} />;
}
