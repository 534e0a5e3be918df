import { pageAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { checkUnsubscribeKey, unsubscribeFromEmails } from '../notification-emails/service.server.ts';
import { texts } from '../notification-emails/texts.ts';
import { UnsubscribePage } from '../notification-emails/ui/unsubscribe-page.tsx';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/unsubscribe.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

// Opening the link must not unsubscribe yet, because mail programs open links too. A mail program's own unsubscribe button sends a POST
// without the page (server/unsubscribe.ts).
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => ({
  state: (await checkUnsubscribeKey(reqCtx.ctx, reqCtx.actor, params.key)) ? ('ask' as const) : ('unknown' as const),
}));

export const action = pageAction(
  async ({ ctx, actor }, { params }: Route.ActionArgs) => ({
    state: (await unsubscribeFromEmails(ctx, actor, params.key)) ? ('done' as const) : ('unknown' as const),
  }),
  { goesOnReadOnly: true },
);

export function meta() {
  return [{ title: texts.stop.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function StopPage({ loaderData, actionData }: Route.ComponentProps) {
  return <UnsubscribePage state={(actionData ?? loaderData).state} />;
}
