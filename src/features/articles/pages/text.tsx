import { pageLoader } from '../../../request/page-loader.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { PAGE_SLUGS } from '../schema.ts';
import { getPage } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TextPage } from '../ui/text-page.tsx';
import type { Route } from './+types/text.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** Serves every page that consists of one article; the path says which. */
export const loader = pageLoader(handle, async ({ reqCtx, pathname }) => {
  const name = pathname.split('/')[1];
  const slug = PAGE_SLUGS.find((each) => each === name?.toLowerCase());
  if (slug === undefined) throw new AppError('not-found', 'there is no such page');
  return { page: await getPage(reqCtx.ctx, slug), origin: reqCtx.ctx.config.origin };
});

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { page, origin } = loaderData;
  return pageMeta({ origin, path: `/${page.slug}`, title: texts.metaTitle(page.title), description: page.description });
}

export default function Text({ loaderData }: Route.ComponentProps) {
  return <TextPage page={loaderData.page} />;
}
