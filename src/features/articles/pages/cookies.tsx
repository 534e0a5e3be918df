import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { StoredItemsList } from '../../consent/ui/stored-items-list.tsx';
import { ConsentChoice } from '../../consent/ui/consent-choice.tsx';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getPage } from '../service.server.ts';
import { texts } from '../texts.ts';
import { TextPage } from '../ui/text-page.tsx';
import type { Route } from './+types/cookies.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The cookies page: its text, the consent choice, and the list of everything that is stored. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  return { page: await getPage(reqCtx.ctx, 'cookies'), origin: reqCtx.ctx.config.origin };
});

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { page, origin } = loaderData;
  return pageMeta({ origin, path: '/cookies', title: texts.metaTitle(page.title), description: page.description });
}

export default function Cookies({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage page={loaderData.page}>
      <ConsentChoice />
      <StoredItemsList />
    </TextPage>
  );
}
