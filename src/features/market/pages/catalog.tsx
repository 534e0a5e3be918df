import { redirect, useNavigation } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { urlForCatalog, parseItemFilters } from '../schema.ts';
import { buyItem, listItems, findBuyer, findItem } from '../service.server.ts';
import { describeError, texts } from '../texts.ts';
import { CatalogPage } from '../ui/catalog.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import { withStatus } from './result-status.ts';
import type { Route } from './+types/catalog.ts';

export const handle = {
  params: ['category', 'q', 'min', 'max', 'limited', 'owned', 'sort', 'after', 'buy'],
  isShared: true,
} as const satisfies PageHandle;

/** The catalog of all items. `buy` selects an item: a player then sees the purchase confirmation. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const [filters, after, wanted] = [parseItemFilters(query.all()), query.get('after'), query.get('buy')];
  if (wanted !== null && !reqCtx.viewer)
    throw redirect(`/login?returnUrl=${encodeURIComponent(urlForCatalog(filters, { buy: wanted.slice(0, 40) }))}`);
  const [list, buyer, requestedItem] = await Promise.all([
    listItems(reqCtx.ctx, reqCtx.actor, filters, after),
    findBuyer(reqCtx.ctx, reqCtx.actor, reqCtx.viewer?.avatar ?? null),
    wanted === null ? undefined : findItem(reqCtx.ctx, reqCtx.actor, wanted),
  ]);
  return { list, buyer, requestedItem, isStart: after === null, origin: reqCtx.ctx.config.origin };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { failed: true as const, origin: undefined });
}

/** POST /catalog with `item` and `key`: buys the item. Returns BuyResult. */
export const action = formAction({ describe: describeError, signInReturnPath: '/catalog' }, async ({ reqCtx, fields }) =>
  withStatus(await buyItem(reqCtx.ctx, reqCtx.actor, fields)),
);

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: '/catalog', title: texts.metaTitle, description: texts.metaDescription });
}

export default function Catalog({ loaderData, actionData }: Route.ComponentProps) {
  const isLoading = useNavigation().location?.pathname === '/catalog';
  // Only a request for the next page of the list can get 'failed', and its result never renders this component.
  if ('failed' in loaderData) return null;
  const { list, buyer, requestedItem, isStart } = loaderData;
  return <CatalogPage list={list} buyer={buyer} requestedItem={requestedItem} isStart={isStart} isStale={isLoading} answer={actionData} />;
}
