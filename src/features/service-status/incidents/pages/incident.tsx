import { data, redirect } from 'react-router';
import { formAction } from '../../../../request/form-action.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { DONE, INCIDENT_FIELDS, urlForIncident } from '../schema.ts';
import { changeIncident, getIncident } from '../service.server.ts';
import { texts } from '../texts.ts';
import { IncidentPage } from '../ui/incident-page.tsx';
import type { Route } from './+types/incident.ts';

export const handle = { params: ['done'], isShared: true } as const satisfies PageHandle;

/** One incident, or the form for a new one, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }, { params }: Route.LoaderArgs) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(urlForIncident(params.id))}`);
  const done = DONE.find((each) => each === query.get('done')) ?? null;
  return { view: await getIncident(reqCtx.ctx, reqCtx.actor, params.id), done };
});

/** POST with `do` and the fields of the action. Leads on after the first save and after a deletion; else returns IncidentResult. */
export const action = formAction(
  { echo: [...INCIDENT_FIELDS, 'do', 'update'], describe: () => texts.failed },
  async ({ reqCtx, fields }, { params }: Route.ActionArgs) => {
    const result = await changeIncident(reqCtx.ctx, reqCtx.actor, params.id, fields);
    if (!result.ok) return data(result, { status: 400 });
    if ('go' in result && result.go !== null) return redirect(result.go, 303);
    return result;
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorIncidentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, done } = loaderData;
  // Another incident is another page, with forms of its own.
  return <IncidentPage key={view.incident?.id ?? 'new'} view={view} done={done} answer={actionData} />;
}
