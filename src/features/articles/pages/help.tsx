import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getHelp } from '../service.server.ts';
import { texts } from '../texts.ts';
import { HelpPage } from '../ui/help-page.tsx';
import type { Route } from './+types/help.ts';

/** /help and /help-center, which also has frequently asked questions; with `?q=` search results. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const url = new URL(request.url);
  const slug = /^\/help-center\b/i.test(url.pathname) ? 'help-center' : 'help';
  try {
    return { view: await getHelp(reqCtx.ctx, slug, url.searchParams.get('q')), origin: reqCtx.ctx.config.origin };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { view, origin } = loaderData;
  const { title, description, slug } = view.page;
  const tags = pageMeta({ origin, path: `/${slug}`, title: texts.metaTitle(title), description });
  return view.query === '' ? tags : [...tags, { name: 'robots', content: 'noindex' }];
}

export default function Help({ loaderData }: Route.ComponentProps) {
  return <HelpPage view={loaderData.view} />;
}
