import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getHelp } from '../service.server.ts';
import { texts } from '../texts.ts';
import { HelpPage } from '../ui/help-page.tsx';
import type { Route } from './+types/help.ts';

export const handle = { params: ['q'], isShared: true } as const satisfies PageHandle;

/** /help and /help-center, which also has frequently asked questions; with `?q=` search results. */
export const loader = pageLoader(handle, async ({ reqCtx, query, pathname }) => {
  const slug = /^\/help-center\b/i.test(pathname) ? 'help-center' : 'help';
  return { view: await getHelp(reqCtx.ctx, slug, query.get('q')), origin: reqCtx.ctx.config.origin };
});

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
