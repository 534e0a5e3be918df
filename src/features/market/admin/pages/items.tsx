import { redirect } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import { AppError } from '../../../../shared/app-error.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { saveAction } from './save-action.ts';
import { ADMIN_URLS } from '../schema.ts';
import { texts } from '../texts.ts';
import { findBuyer } from '../../service.server.ts';
import { getItemsView, saveItem } from '../../item-editor/service.server.ts';
import { ItemsPage } from '../ui/items-page.tsx';
import type { Route } from './+types/items.ts';

export const handle = { params: ['item', 'after', 'added'], isShared: true } as const satisfies PageHandle;

/** All items, and the one selected by `item`. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fitems');
  const after = query.get('after');
  const buyer = await findBuyer(reqCtx.ctx, reqCtx.actor, reqCtx.viewer.avatar);
  if (buyer === null) throw new AppError('sign-in-required');
  return {
    view: await getItemsView(reqCtx.ctx, reqCtx.actor, query.get('item'), after),
    avatar: buyer.avatar,
    isStart: after === null,
    isAdded: query.has('added'),
  };
});

/** POST with `id` (or 'new'), the item's fields, `note` and optionally its `picture`. Returns SaveResult. */
export const action = saveAction({
  permission: 'item:edit',
  save: ({ ctx, actor }, form) => saveItem(ctx, actor, form),
  urlFor: (id) => `${ADMIN_URLS.items}?item=${id}`,
});

export function meta() {
  return [{ title: texts.items.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorItems({ loaderData, actionData }: Route.ComponentProps) {
  return <ItemsPage {...loaderData} result={actionData} />;
}
