import { redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { DAYS_PATH } from '../schema.ts';
import { getDays, requestFetch } from '../service.server.ts';
import { texts } from '../texts.ts';
import { DaysPage } from '../ui/days-page.tsx';
import type { Route } from './+types/days.ts';

export const handle = { params: ['month'], isShared: true } as const satisfies PageHandle;

/** The days of a month with what was paid and settled, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(DAYS_PATH)}`);
  return { view: await getDays(reqCtx.ctx, reqCtx.actor, query.get('month')) };
});

/** POST: asks for the settlements to be fetched now. Returns FetchResult. */
export const action = formAction({ describe: () => texts.failed }, ({ reqCtx }) => requestFetch(reqCtx.ctx, reqCtx.actor));

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function MoneyDaysPage({ loaderData, actionData }: Route.ComponentProps) {
  return <DaysPage view={loaderData.view} answer={actionData} />;
}
