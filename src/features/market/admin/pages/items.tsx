import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { authorize } from '../../../../shared/permissions.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { findBuyer } from '../../service.server.ts';
import { ADMIN_URLS } from '../schema.ts';
import { saveItem, getItemsView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { ItemsPage } from '../ui/items-page.tsx';
import { handleSaveForm } from './save-form.ts';
import type { Route } from './+types/items.ts';

/** All items, and the one selected by `item`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fitems');
  const params = new URL(request.url).searchParams;
  const after = params.get('after');
  try {
    const buyer = await findBuyer(reqCtx.ctx, reqCtx.actor, reqCtx.viewer.avatar);
    if (buyer === null) throw new AppError('sign-in-required');
    return {
      view: await getItemsView(reqCtx.ctx, reqCtx.actor, params.get('item'), after, buyer.avatar),
      isStart: after === null,
      isAdded: params.has('added'),
    };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** POST with `id` (or 'new'), the item's fields, `note` and optionally its `picture`. Returns SaveResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return handleSaveForm(reqCtx, request, {
    authorize: () => authorize(reqCtx.actor, 'item:edit'),
    save: (form) => saveItem(reqCtx.ctx, reqCtx.actor, form),
    id: new URL(request.url).searchParams.get('item') ?? '',
    urlFor: (id) => `${ADMIN_URLS.items}?item=${id}`,
  });
}

export function meta() {
  return [{ title: texts.items.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorItems({ loaderData, actionData }: Route.ComponentProps) {
  return <ItemsPage view={loaderData.view} isStart={loaderData.isStart} isAdded={loaderData.isAdded} answer={actionData} />;
}
