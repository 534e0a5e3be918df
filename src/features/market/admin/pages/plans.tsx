import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { SaveResult } from '../schema.ts';
import { texts as adminTexts } from '../texts.ts';
import { getAdminDataPrice, saveDataPrice } from '../../data-price-editor/service.server.ts';
import { listAdminPacks, savePack } from '../../pack-editor/service.server.ts';
import { listAdminPlans, savePlan } from '../../plan-editor/service.server.ts';
import { texts } from '../../plan-editor/texts.ts';
import { PlansPage } from '../ui/plans-page.tsx';
import type { Route } from './+types/plans.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** The plans, the packs and the price of a megabyte. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fplans');
  const { ctx, actor } = reqCtx;
  const [plans, packs, dataPrice] = await Promise.all([
    listAdminPlans(ctx, actor),
    listAdminPacks(ctx, actor),
    getAdminDataPrice(ctx, actor),
  ]);
  return { plans, packs, dataPrice };
});

/** POST with `id`, `note`, the fields of what is saved and, for a pack or a setting, `kind`. Returns SaveResult. */
export const action = formAction({ echo: ['id'], describe: () => adminTexts.failed }, async ({ reqCtx, fields }) => {
  const save = fields['kind'] === 'pack' ? savePack : fields['kind'] === 'setting' ? saveDataPrice : savePlan;
  const result = await save(reqCtx.ctx, reqCtx.actor, fields);
  return result.ok ? result : data<SaveResult>(result, { status: 400 });
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorPlans({ loaderData, actionData }: Route.ComponentProps) {
  return <PlansPage {...loaderData} result={actionData} />;
}
