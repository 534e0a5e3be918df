import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { listInventory, setWorn } from '../service.server.ts';
import { describeError, texts } from '../texts.ts';
import { ResultNote } from '../ui/catalog.tsx';
import { Inventory } from '../ui/inventory.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import { withStatus } from './result-status.ts';
import type { Route } from './+types/inventory.ts';
import '../ui/market.css';

export const handle = { params: ['after'], isShared: true } as const satisfies PageHandle;

/** The items that the current player owns. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Finventory');
  return { page: await listInventory(reqCtx.ctx, reqCtx.actor, query.get('after')) };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { failed: true as const });
}

/** POST /inventory with `item` and `on` (yes or no): puts the item on or takes it off. Returns WearResult. */
export const action = formAction({ describe: describeError, signInReturnPath: '/inventory' }, async ({ reqCtx, fields }) =>
  withStatus(await setWorn(reqCtx.ctx, reqCtx.actor, fields)),
);

export function meta() {
  return [{ title: `${texts.inventory.title} | Kiddo` }, { name: 'robots', content: 'noindex' }];
}

export default function InventoryRoute({ loaderData, actionData }: Route.ComponentProps) {
  // Only a request for the next page of the list can get 'failed', and its result never renders this component.
  if ('failed' in loaderData) return null;
  return (
    <div className="wrap section inventory">
      <div className="section-head">
        <h1>{texts.inventory.title}</h1>
        <LinkButton variant="soft" to="/catalog">
          {texts.inventory.toCatalog}
        </LinkButton>
      </div>
      <ResultNote answer={actionData} />
      <Inventory page={loaderData.page} />
    </div>
  );
}
