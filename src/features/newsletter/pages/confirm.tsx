import { actionFailure } from '../../../shared/action-result.ts';
import { pageAction } from '../../../request/form-action.ts';
import type { LinkResult } from '../schema.ts';
import { confirmSubscription } from '../service.server.ts';
import { texts } from '../texts.ts';
import { LinkPage } from '../ui/link-page.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/confirm.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

// Opening the link must not change anything, because mail programs open links too, to scan them. The button confirms with a POST.
export const action = pageAction(async ({ ctx, actor }, { params }: Route.ActionArgs): Promise<LinkResult> =>
  (await confirmSubscription(ctx, actor, params.token)) ? { ok: true } : actionFailure('invalid-link'),
);

export function meta() {
  return [{ title: texts.confirm.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function ConfirmPage({ actionData }: Route.ComponentProps) {
  return <LinkPage labels={texts.confirm} answer={actionData} />;
}
