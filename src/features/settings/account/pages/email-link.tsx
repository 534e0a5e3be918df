import { pageError } from '../../../../request/page-error.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import { requestContext } from '../../../../request/request-context.ts';
import { checkEmailChange, confirmEmailChange } from '../service.server.ts';
import { texts } from '../texts.ts';
import { EmailLink } from '../ui/email-link.tsx';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { Route } from './+types/email-link.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

// Opening the link must not change anything, because mail programs open links too, to scan them. The page confirms with a POST.
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => ({
  link: await checkEmailChange(reqCtx.ctx, reqCtx.actor, params.token),
  here: `/settings/email/${encodeURIComponent(params.token)}`,
}));

export async function action({ context, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    await reqCtx.rateLimit('mine');
    return await confirmEmailChange(reqCtx.ctx, reqCtx.actor, params.token);
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.link.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function EmailLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EmailLink link={actionData ?? loaderData.link} here={loaderData.here} />;
}
