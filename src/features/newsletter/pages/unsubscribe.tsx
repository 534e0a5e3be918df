import { actionFailure } from '../../../shared/action-result.ts';
import { pageAction } from '../../../request/form-action.ts';
import type { LinkResult } from '../schema.ts';
import { unsubscribeFromNewsletter } from '../service.server.ts';
import { texts } from '../texts.ts';
import { LinkPage } from '../ui/link-page.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/unsubscribe.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** Handles the button on the page. Mail programs send their one-click POST to server/unsubscribe.ts. */
export const action = pageAction(
  async ({ ctx, actor }, { params }: Route.ActionArgs): Promise<LinkResult> =>
    (await unsubscribeFromNewsletter(ctx, actor, params.token)) ? { ok: true } : actionFailure('invalid-link'),
  { goesOnReadOnly: true },
);

export function meta() {
  return [{ title: texts.leave.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function LeavePage({ actionData }: Route.ComponentProps) {
  return <LinkPage labels={texts.leave} answer={actionData} />;
}
