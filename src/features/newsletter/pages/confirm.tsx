import { actionFailure } from '../../../shared/action-result.ts';
import { pageError } from '../../../request/page-error.ts';
import { requestContext } from '../../../request/request-context.ts';
import type { LinkResult } from '../schema.ts';
import { confirmSubscription } from '../service.server.ts';
import { texts } from '../texts.ts';
import { LinkPage } from '../ui/link-page.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/confirm.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

// Opening the link must not change anything, because mail programs open links too, to scan them. The button confirms with a POST.
export async function action({ context, params }: Route.ActionArgs): Promise<LinkResult> {
  const reqCtx = context.get(requestContext);
  try {
    return (await confirmSubscription(reqCtx.ctx, reqCtx.actor, params.token)) ? { ok: true } : actionFailure('invalid-link');
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.confirm.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function ConfirmPage({ actionData }: Route.ComponentProps) {
  return <LinkPage labels={texts.confirm} answer={actionData} />;
}
