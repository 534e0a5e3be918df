import { redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { urlForDay } from '../schema.ts';
import { getDay, requestFetch } from '../service.server.ts';
import { texts } from '../texts.ts';
import { DayPage } from '../ui/day-page.tsx';
import type { Route } from './+types/day.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** One day with what was paid and settled, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(urlForDay(params.day))}`);
  return { view: await getDay(reqCtx.ctx, reqCtx.actor, params.day) };
});

/** POST: asks for the settlements to be fetched now. Returns FetchResult. */
export const action = formAction({ describe: () => texts.failed }, ({ reqCtx }) => requestFetch(reqCtx.ctx, reqCtx.actor));

export function meta() {
  return [{ title: texts.dayMetaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function MoneyOfDayPage({ loaderData, actionData }: Route.ComponentProps) {
  return <DayPage view={loaderData.view} answer={actionData} />;
}
