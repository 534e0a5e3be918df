import { redirectDocument } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { getPurchase, runPurchaseAction } from '../answers.service.server.ts';
import { getPurchaseTexts } from '../purchase.texts.ts';
import type { PurchaseResult } from '../schema.ts';
import { PurchasePage } from '../ui/purchase-page.tsx';
import type { Route } from './+types/purchase.ts';

/** A checkout returns with `reference`. */
export const handle = { params: ['lang', 'reference'], isShared: false } as const satisfies PageHandle;

// Opening the link must not change anything, because mail programs open links too, to scan them.
export const loader = pageLoader(handle, ({ reqCtx, query }, { params }: Route.LoaderArgs) =>
  getPurchase(reqCtx.ctx, reqCtx.actor, params.key, query.get('lang'), query.get('reference')),
);

/** POST with `do` and `lang`; to pay `channel`, which redirects to the provider's page; to say no `reply`. */
export const action = formAction(
  // A no goes on.
  { echo: ['reply'], goesOnReadOnly: (fields) => fields['do'] === 'refuse' },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs): Promise<Response | PurchaseResult> => {
    const answer = await runPurchaseAction(reqCtx.ctx, reqCtx.actor, params.key, fields);
    return 'url' in answer ? redirectDocument(answer.url) : answer;
  },
);

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: getPurchaseTexts(loaderData?.language ?? 'en').metaTitle },
    { name: 'robots', content: 'noindex' },
    // The address is the key: no other site learns it.
    { name: 'referrer', content: 'same-origin' },
  ];
}

export default function Purchase({ loaderData, actionData }: Route.ComponentProps) {
  return <PurchasePage view={loaderData} answer={actionData} />;
}
