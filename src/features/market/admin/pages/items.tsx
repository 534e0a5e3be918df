import { redirect } from 'react-router';
import { pageLoader, readUrl } from '../../../../server/page-loader.ts';
import { requestContext } from '../../../../server/request-context.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { authorize } from '../../../../shared/permissions.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { findBuyer } from '../../service.server.ts';
import { ADMIN_URLS } from '../schema.ts';
import { saveItem, getItemsView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { ItemsPage } from '../ui/items-page.tsx';
import { handleSaveForm } from './save-form.ts';
import type { Route } from './+types/items.ts';

export const handle = { params: ['item', 'after', 'added'], isShared: true } as const satisfies PageHandle;

/** All items, and the one selected by `item`. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fitems');
  const after = query.get('after');
  const buyer = await findBuyer(reqCtx.ctx, reqCtx.actor, reqCtx.viewer.avatar);
  if (buyer === null) throw new AppError('sign-in-required');
  return {
    view: await getItemsView(reqCtx.ctx, reqCtx.actor, query.get('item'), after, buyer.avatar),
    isStart: after === null,
    isAdded: query.has('added'),
  };
});

/** POST with `id` (or 'new'), the item's fields, `note` and optionally its `picture`. Returns SaveResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return handleSaveForm(reqCtx, request, {
    authorize: () => authorize(reqCtx.actor, 'item:edit'),
    save: (form) => saveItem(reqCtx.ctx, reqCtx.actor, form),
    id: readUrl(handle, request.url).query.get('item') ?? '',
    urlFor: (id) => `${ADMIN_URLS.items}?item=${id}`,
  });
}

export function meta() {
  return [{ title: texts.items.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorItems({ loaderData, actionData }: Route.ComponentProps) {
  return <ItemsPage view={loaderData.view} isStart={loaderData.isStart} isAdded={loaderData.isAdded} answer={actionData} />;
}
