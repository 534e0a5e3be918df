import { data, redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { classifyError, pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import type { MarketActionResult } from '../schema.ts';
import { listInventory, setWorn } from '../service.server.ts';
import { texts } from '../texts.ts';
import { ResultNote } from '../ui/catalog.tsx';
import { Inventory } from '../ui/inventory.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/inventory.ts';
import '../ui/market.css';

const LOGIN = '/login?returnUrl=%2Finventory';

/** The items that the current player owns. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect(LOGIN);
  try {
    return { page: await listInventory(reqCtx.ctx, reqCtx.actor, new URL(request.url).searchParams.get('after')) };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { failed: true as const });
}

/** POST /inventory with `item` and `on` (yes or no): puts the item on or takes it off, and returns MarketActionResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let item: string | null = null;
  try {
    const fields = await readForm(request);
    item = fields['item'] ?? null;
    await reqCtx.rateLimit('mine');
    return { is: 'worn', ...(await setWorn(reqCtx.ctx, reqCtx.actor, fields)) } satisfies MarketActionResult;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'sign-in-required') throw redirect(LOGIN);
    return data<MarketActionResult>({ is: 'failed', item, code }, { status });
  }
}

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
