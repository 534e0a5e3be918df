import { data, redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { changePicks, getPicksView } from '../picks/service.server.ts';
import { texts } from '../picks/texts.ts';
import { parseGameFilters } from '../listing/rules.ts';
import { PICKS_PATH } from '../schema.ts';
import { PicksPage } from '../ui/picks-page.tsx';
import type { Route } from './+types/picks.ts';

export const handle = { params: ['q'], isShared: true } as const satisfies PageHandle;

/** The staff picks and what is featured, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(PICKS_PATH)}`);
  return { view: await getPicksView(reqCtx.ctx, reqCtx.actor, parseGameFilters(query.all()).query) };
});

/** POST with `do` (see PickAction), `note`, and for a plan `from` and `until`. Returns PicksResult. */
export const action = formAction({ echo: ['note', 'from', 'until'], describe: () => texts.failed }, async ({ reqCtx, fields }) => {
  const result = await changePicks(reqCtx.ctx, reqCtx.actor, fields);
  return result.ok ? result : data(result, { status: 400 });
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function StaffPicks({ loaderData, actionData }: Route.ComponentProps) {
  return <PicksPage view={loaderData.view} answer={actionData} />;
}
