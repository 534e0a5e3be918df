import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { SaveResult } from '../schema.ts';
import { texts as adminTexts } from '../texts.ts';
import { listAdminPlans, savePlan } from '../../plan-editor/service.server.ts';
import { texts } from '../../plan-editor/texts.ts';
import { PlansPage } from '../ui/plans-page.tsx';
import type { Route } from './+types/plans.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The current plans. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fplans');
  return { plans: await listAdminPlans(reqCtx.ctx, reqCtx.actor) };
});

/** POST with `id`, `price`, `kiddocash`, `features` and `note`. Returns SaveResult. */
export const action = formAction({ echo: ['id'], describe: () => adminTexts.failed }, async ({ reqCtx, fields }) => {
  const result = await savePlan(reqCtx.ctx, reqCtx.actor, fields);
  return result.ok ? result : data<SaveResult>(result, { status: 400 });
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorPlans({ loaderData, actionData }: Route.ComponentProps) {
  return <PlansPage plans={loaderData.plans} result={actionData} />;
}
