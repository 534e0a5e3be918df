import { pageAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { checkEmailChange, confirmEmailChange } from '../account/service.server.ts';
import { texts } from '../account/texts.ts';
import { EmailLink } from '../account/ui/email-link.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/email-link.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

// Opening the link must not change anything, because mail programs open links too, to scan them. The page confirms with a POST.
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => ({
  link: await checkEmailChange(reqCtx.ctx, reqCtx.actor, params.token),
  returnUrl: `/settings/email/${encodeURIComponent(params.token)}`,
}));

export const action = pageAction(async (reqCtx, { params }: Route.ActionArgs) => {
  await reqCtx.rateLimit('mine');
  return confirmEmailChange(reqCtx.ctx, reqCtx.actor, params.token);
});

export function meta() {
  return [{ title: texts.link.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function EmailLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EmailLink link={actionData ?? loaderData.link} returnUrl={loaderData.returnUrl} />;
}
