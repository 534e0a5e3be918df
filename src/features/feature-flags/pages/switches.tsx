import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import { getSwitches, setFeatureFlag } from '../service.server.ts';
import { texts } from '../texts.ts';
import { SwitchList } from '../ui/switch-list.tsx';
import type { Route } from './+types/switches.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** What operators can switch for everybody. */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fswitches');
  return getSwitches(reqCtx.ctx, reqCtx.actor);
});

/** POST with `flag`, `do`, `note`, `message` and `version`. Returns SwitchResult. */
export const action = formAction({ echo: ['flag', 'do', 'note', 'message'], describe: () => texts.failed }, async ({ reqCtx, fields }) => {
  const result = await setFeatureFlag(reqCtx.ctx, reqCtx.actor, fields);
  return result.ok ? result : data(result, { status: result.code === 'changed' ? 409 : 400 });
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function SwitchesPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminLayout page="switches" title={texts.title} lead={texts.lead}>
      <SwitchList view={loaderData} answer={actionData} />
    </AdminLayout>
  );
}
