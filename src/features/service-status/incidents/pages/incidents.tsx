import { redirect } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { DONE, INCIDENTS_PATH } from '../schema.ts';
import { getIncidents } from '../service.server.ts';
import { texts } from '../texts.ts';
import { IncidentsPage } from '../ui/incidents-page.tsx';
import type { Route } from './+types/incidents.ts';

export const handle = { params: ['done'], isShared: true } as const satisfies PageHandle;

/** What the checks say, and the incidents, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(INCIDENTS_PATH)}`);
  const done = DONE.find((each) => each === query.get('done')) ?? null;
  return { view: await getIncidents(reqCtx.ctx, reqCtx.actor), done };
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorStatusPage({ loaderData }: Route.ComponentProps) {
  return <IncidentsPage view={loaderData.view} done={loaderData.done} />;
}
