import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getQueueTabs } from '../../case-queue/service.server.ts';
import type { VerdictResult } from '../review/schema.ts';
import { reviewPicture, listPictures, parseReviewState } from '../review/service.server.ts';
import { refusals, texts } from '../review/texts.ts';
import { PictureQueueView } from '../review/ui/picture-queue.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/picture-queue.ts';

export const handle = { params: ['state', 'after'], isShared: true } as const satisfies PageHandle;

/** Loads uploaded pictures: those that wait for review, or the approved ones. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Fmoderation%2Fpictures');
  const [page, tabs] = await Promise.all([
    listPictures(reqCtx.ctx, reqCtx.actor, parseReviewState(query.all()), query.get('after')),
    getQueueTabs(reqCtx.ctx, reqCtx.actor),
  ]);
  return { page, tabs };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { page: undefined, tabs: undefined });
}

/** POST with `picture`, `do` (approve or refuse), `was` and `note`. Returns VerdictResult. */
export const action = formAction(
  { echo: ['picture', 'note'], describe: (code) => refusals[code] ?? texts.failed.text },
  async ({ reqCtx, fields }): Promise<VerdictResult> => ({ ok: true, ...(await reviewPicture(reqCtx.ctx, reqCtx.actor, fields)) }),
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function PicturesPage({ loaderData, actionData }: Route.ComponentProps) {
  // `page` can only be missing when a later page of the list fails to load, and those requests do not render this component.
  return loaderData.page ? <PictureQueueView {...loaderData} answer={actionData} /> : null;
}
