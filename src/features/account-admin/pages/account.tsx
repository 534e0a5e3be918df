import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { urlForAccount } from '../schema.ts';
import { changeAccount, getAccount } from '../service.server.ts';
import { texts } from '../texts.ts';
import { AccountPage } from '../ui/account-page.tsx';
import type { Route } from './+types/account.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One account, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(urlForAccount(params.id))}`);
  return { view: await getAccount(reqCtx.ctx, reqCtx.actor, params.id) };
});

/** POST with `do`, `note` and what the action needs. Returns AccountActionResult. */
export const action = formAction(
  {
    echo: ['do', 'username', 'displayName', 'email', 'emailAgain', 'owners', 'role', 'note'],
    describe: (code) => (code === 'not-available' ? texts.conflict : texts.failed),
  },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const result = await changeAccount(reqCtx.ctx, reqCtx.actor, params.id, fields, reqCtx.clientInfo);
    return result.ok ? result : data(result, { status: 400 });
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AccountOfPlayerPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountPage view={loaderData.view} answer={actionData} />;
}
