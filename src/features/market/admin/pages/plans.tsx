import { data, redirect } from 'react-router';
import { readForm } from '../../../../server/forms.ts';
import { classifyError, pageError } from '../../../../server/page-error.ts';
import { pageLoader } from '../../../../server/page-loader.ts';
import { requestContext } from '../../../../server/request-context.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { SaveResult } from '../schema.ts';
import { savePlan, listAdminPlans } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PlansPage } from '../ui/plans-page.tsx';
import type { Route } from './+types/plans.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The current plans. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fplans');
  return { plans: await listAdminPlans(reqCtx.ctx, reqCtx.actor) };
});

/** POST with `id`, `price`, `kiddocash`, `features` and `note`. Returns SaveResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  let id = '';
  try {
    const fields = await readForm(request);
    id = fields['id'] ?? '';
    await reqCtx.rateLimit('mine');
    const answer = await savePlan(reqCtx.ctx, reqCtx.actor, fields);
    return answer.is === 'refused' ? data<SaveResult>(answer, { status: 400 }) : answer;
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (code === 'not-allowed' || code === 'sign-in-required') throw pageError(reqCtx, error);
    return data<SaveResult>({ is: 'refused', id, at: null, error: texts.errors.failed, typed: {} }, { status });
  }
}

export function meta() {
  return [{ title: texts.plans.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorPlans({ loaderData, actionData }: Route.ComponentProps) {
  return <PlansPage plans={loaderData.plans} answer={actionData} />;
}
